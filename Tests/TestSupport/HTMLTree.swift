package import Bytes
import CGumbo

/// A page as a browser would build it, by gumbo: elements, attributes, text.
package struct HTMLTree: Sendable {
    /// An element with what is in it.
    package struct Element: Sendable {
        /// The tag name in lower case.
        package let name: String
        /// The attributes in document order; values are decoded.
        package let attributes: [(name: String, value: Text)]
        /// What is in it.
        package let children: [Node]

        /// The value of an attribute.
        package func attribute(_ name: String) -> Text? {
            attributes.first { $0.name == name }?.value
        }

        /// The classes, in document order.
        package var classes: [String] {
            (attribute("class")?.description ?? "").split(separator: " ").map(String.init)
        }

        /// All text inside, in document order.
        package var text: Text {
            var bytes: [UInt8] = []
            appendText(to: &bytes)
            return Text(repairing: bytes)
        }

        private func appendText(to bytes: inout [UInt8]) {
            for child in children {
                switch child {
                case .element(let element): element.appendText(to: &bytes)
                case .text(let text): bytes.append(contentsOf: text.bytes)
                }
            }
        }

        /// This element and every one inside it, in document order.
        package var all: [Element] {
            [self]
                + children.flatMap { child -> [Element] in
                    if case .element(let element) = child { element.all } else { [] }
                }
        }

        /// The elements inside with a class.
        package func all(withClass name: String) -> [Element] { all.filter { $0.classes.contains(name) } }

        /// The elements inside with a tag name.
        package func all(named name: String) -> [Element] { all.filter { $0.name == name } }
    }

    /// An element or a piece of text; comments are left out.
    package indirect enum Node: Sendable {
        case element(Element)
        case text(Text)
    }

    /// The `html` element.
    package let root: Element

    /// Parses a page.
    package init(parsing bytes: [UInt8]) {
        root = unsafe bytes.withUnsafeBytes { bytes in
            let none = Element(name: "html", attributes: [], children: [])
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return none }
            var options = unsafe kGumboDefaultOptions
            guard let output = unsafe gumbo_parse_with_options(&options, start, bytes.count) else { return none }
            defer { unsafe gumbo_destroy_output(&options, output) }
            guard let root = unsafe output.pointee.root, case .element(let element) = unsafe node(root) else {
                return none
            }
            return element
        }
    }

    /// Each element's tag name with the names of its attributes, in document order: what captured text must not change.
    package var shape: [String] {
        root.all.map { ([$0.name] + $0.attributes.map(\.name)).joined(separator: " ") }
    }

    /// The element with an identifier.
    package func element(id: String) -> Element? {
        root.all.first { $0.attribute("id")?.description == id }
    }
}

private func node(_ pointer: UnsafeMutablePointer<GumboNode>) -> HTMLTree.Node {
    let value = unsafe pointer.pointee
    switch unsafe value.type {
    case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
        let element = unsafe value.v.element
        let children = unsafe items(element.children, of: GumboNode.self).compactMap { child -> HTMLTree.Node? in
            if unsafe child.pointee.type == GUMBO_NODE_COMMENT { return nil }
            return unsafe node(child)
        }
        let attributes = unsafe items(element.attributes, of: GumboAttribute.self).map { attribute in
            unsafe (
                name: String(cString: attribute.pointee.name),
                value: Text(repairing: Array(String(cString: attribute.pointee.value).utf8))
            )
        }
        let name = unsafe String(cString: gumbo_normalized_tagname(element.tag))
        return .element(HTMLTree.Element(name: name, attributes: attributes, children: children))
    default:
        return unsafe .text(Text(repairing: Array(String(cString: value.v.text.text).utf8)))
    }
}

private func items<Item>(_ vector: GumboVector, of type: Item.Type) -> [UnsafeMutablePointer<Item>] {
    unsafe (0..<Int(vector.length)).compactMap { index in
        unsafe vector.data[index]?.assumingMemoryBound(to: type)
    }
}
