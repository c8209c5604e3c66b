import Bytes
import CGoogleTemplate

/// Parsed templates, sealed: any number of threads may expand from it.
@safe final class TemplateCache: Sendable {
    // Never written after `init`, and ctemplate's sealed cache takes no lock to read.
    private nonisolated(unsafe) let pointer: OpaquePointer

    /// Parses the templates.
    ///
    /// - Parameter templates: for each its name and its text, in ctemplate's syntax.
    /// - Throws: ``ReportError/templateUnreadable(name:)`` for the first that does not parse.
    init(_ templates: [(name: TemplateName, text: [UInt8])]) throws(ReportError) {
        unsafe pointer = google_template_cache_new()
        for (name, text) in templates {
            let key = name.marker.bytes
            let isParsed = unsafe key.withUnsafeBytes { key in
                unsafe text.withUnsafeBytes { text in
                    unsafe google_template_cache_add(
                        pointer,
                        key.baseAddress,
                        key.count,
                        text.baseAddress,
                        text.count
                    )
                }
            }
            guard isParsed else { throw .templateUnreadable(name: name.marker.description) }
        }
        unsafe google_template_cache_seal(pointer)
    }

    deinit {
        unsafe google_template_cache_free(pointer)
    }

    /// Appends the expanded template to `output`.
    ///
    /// - Parameter fill: gives the markers their values; what it is handed must not outlive it.
    func expand(_ template: TemplateName, to output: inout [UInt8], _ fill: (TemplateValues) -> Void) {
        let dictionary = unsafe google_template_dictionary_new()
        defer { unsafe google_template_dictionary_free(dictionary) }
        guard let dictionary = unsafe dictionary else { return }
        unsafe fill(TemplateValues(dictionary: dictionary))
        unsafe withUnsafeMutablePointer(to: &output) { output in
            _ = unsafe google_template_expand(
                pointer,
                template.handle,
                dictionary,
                { context, bytes, length in
                    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: length)
                    unsafe context?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: piece)
                },
                output
            )
        }
    }
}
