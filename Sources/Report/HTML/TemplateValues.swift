import Bytes
import CGoogleTemplate

/// The values of one template or of one showing of a section; it belongs to the expansion that handed it out.
@safe struct TemplateValues {
    private let dictionary: OpaquePointer

    /// Values of a dictionary that outlives this.
    init(dictionary: OpaquePointer) {
        unsafe self.dictionary = dictionary
    }

    /// Gives a marker its bytes, which are UTF-8 without NUL.
    func set(_ name: TemplateName, _ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe google_template_dictionary_set(dictionary, name.handle, bytes.baseAddress, bytes.count)
        }
    }

    /// Gives a marker a text that was written here.
    func set(_ name: TemplateName, _ literal: StaticString) {
        literal.withUTF8Buffer { literal in
            let bytes = UnsafeRawBufferPointer(literal)
            unsafe google_template_dictionary_set(dictionary, name.handle, bytes.baseAddress, bytes.count)
        }
    }

    /// Gives a marker a number.
    func set(_ name: TemplateName, _ number: Int) {
        var digits: [UInt8] = []
        digits.appendDecimal(number)
        set(name, digits)
    }

    /// Gives a marker captured text as it is drawn.
    func set(_ name: TemplateName, captured text: Text, in place: VisibleText.Place = .card) {
        set(name, VisibleText.visible(text, in: place))
    }

    /// Shows a section once, with values given here: for what is there or not, and is not repeated.
    ///
    /// - Returns: these values, to give those of the section.
    @discardableResult func show(_ name: TemplateName) -> TemplateValues {
        unsafe google_template_dictionary_show_section(dictionary, name.handle)
        return self
    }

    /// Shows a section once more and gives its values.
    func section(_ name: TemplateName) -> TemplateValues {
        guard let section = unsafe google_template_dictionary_add_section(dictionary, name.handle) else { return self }
        return unsafe TemplateValues(dictionary: section)
    }

    /// Shows a section once more, with the values given here.
    func section(_ name: TemplateName, _ fill: (TemplateValues) -> Void) {
        fill(section(name))
    }
}
