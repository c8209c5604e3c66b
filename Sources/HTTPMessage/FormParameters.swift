package import Bytes

/// The parameters of a form or of a query, decoded: percent-encoded bytes and `+` for a space. What is encoded wrongly
/// stands as it came.
///
/// Source: <https://url.spec.whatwg.org/#urlencoded-parsing>
package struct FormParameters: Sendable {
    private let pairs: [(name: [UInt8], value: [UInt8])]

    /// Reads a body of `application/x-www-form-urlencoded`.
    package init(form: ArraySlice<UInt8>) {
        pairs = form.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (decoded(name), decoded(pair[name.endIndex...].dropFirst()))
        }
    }

    /// Reads the part of a request target behind its first `?`.
    package init(queryOf target: [UInt8]) {
        self.init(form: target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...] } ?? [])
    }

    /// The value of the first parameter with the name; nil when there is none or it is empty.
    package subscript(name: StaticString) -> Text? {
        guard let pair = pairs.first(where: { ASCII.equal($0.name[...], name) }), !pair.value.isEmpty else {
            return nil
        }
        return Text(repairing: pair.value)
    }
}

private func decoded(_ encoded: ArraySlice<UInt8>) -> [UInt8] {
    PercentEncoding.decodedLeniently(encoded.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
}
