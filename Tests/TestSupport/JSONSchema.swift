import Bytes
import Foundation
package import JSONText

/// A JSON Schema of draft 2020-12, as far as the published schemas use it; any other keyword is a fault of its own, so
/// that none is passed over in silence.
package struct JSONSchema: Sendable {
    private let document: JSONText

    /// Reads a schema from a file.
    package init(path: String) throws {
        document = try JSONText(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    /// Where and why a value does not fit, one line for each fault; empty when it fits.
    package func faults(in value: JSONValue) -> [String] {
        faults(in: value, at: "", against: document.root)
    }

    private func faults(in value: JSONValue, at path: String, against schema: JSONValue) -> [String] {
        schema.members.flatMap { member -> [String] in
            let key = member.key.description
            let rule = member.value
            func fault(_ isFault: Bool) -> [String] { isFault ? ["\(path) \(key)"] : [] }
            switch key {
            case "$schema", "$id", "$defs", "title", "description", "contentEncoding", "then", "else": return []
            case "$ref": return faults(in: value, at: path, against: target(of: rule))
            case "type": return fault(!types(of: rule).contains { hasType(value, $0) })
            case "const": return fault(Array(value.raw) != Array(rule.raw))
            case "enum": return fault(!rule.elements.contains { Array($0.raw) == Array(value.raw) })
            case "pattern": return fault(value.text.map { !matches($0.description, rule) } ?? false)
            case "minimum": return fault((value.double ?? .infinity) < (rule.double ?? 0))
            case "maximum": return fault((value.double ?? -.infinity) > (rule.double ?? 0))
            case "minItems": return fault(value.kind == .array && value.count < Int(rule.integer ?? 0))
            case "maxItems": return fault(value.kind == .array && value.count > Int(rule.integer ?? 0))
            case "required": return fault(value.kind == .object && !rule.elements.allSatisfy { has(value, $0) })
            case "properties": return propertyFaults(in: value, at: path, rule)
            case "additionalProperties": return additionalFaults(in: value, at: path, rule, beside: schema)
            case "items": return itemFaults(in: value, at: path, rule, after: schema.last("prefixItems")?.count ?? 0)
            case "prefixItems":
                return zip(value.elements, rule.elements).enumerated().flatMap { position, pair in
                    faults(in: pair.0, at: "\(path)/\(position)", against: pair.1)
                }
            case "allOf": return rule.elements.flatMap { faults(in: value, at: path, against: $0) }
            case "anyOf":
                return fault(!rule.elements.contains { faults(in: value, at: path, against: $0).isEmpty })
            case "oneOf":
                return fault(rule.elements.count { faults(in: value, at: path, against: $0).isEmpty } != 1)
            case "if":
                let branch = faults(in: value, at: path, against: rule).isEmpty ? "then" : "else"
                let next = branch == "then" ? schema.last("then") : schema.last("else")
                return next.map { faults(in: value, at: path, against: $0) } ?? []
            default: return ["\(path) has the keyword \(key), which is not implemented"]
            }
        }
    }

    private func propertyFaults(in value: JSONValue, at path: String, _ rule: JSONValue) -> [String] {
        value.members.flatMap { member in
            rule.last(named: member.key).map {
                faults(in: member.value, at: "\(path)/\(member.key)", against: $0)
            } ?? []
        }
    }

    private func additionalFaults(
        in value: JSONValue,
        at path: String,
        _ rule: JSONValue,
        beside schema: JSONValue
    ) -> [String] {
        value.members.flatMap { member -> [String] in
            guard schema.last("properties")?.last(named: member.key) == nil else { return [] }
            if rule.bool == false { return ["\(path)/\(member.key) is not allowed"] }
            return faults(in: member.value, at: "\(path)/\(member.key)", against: rule)
        }
    }

    private func itemFaults(in value: JSONValue, at path: String, _ rule: JSONValue, after skipped: Int) -> [String] {
        value.elements.enumerated().dropFirst(skipped).flatMap { position, element in
            faults(in: element, at: "\(path)/\(position)", against: rule)
        }
    }

    private func target(of reference: JSONValue) -> JSONValue {
        let name = reference.text?.description.split(separator: "/").last.map(String.init) ?? ""
        return document.root.last("$defs")?.members.first { $0.key.description == name }?.value ?? document.root
    }

    private func has(_ object: JSONValue, _ key: JSONValue) -> Bool {
        key.text.map { object.last(named: $0) != nil } ?? false
    }

    private func types(of rule: JSONValue) -> [String] {
        rule.kind == .array ? rule.elements.compactMap { $0.text?.description } : [rule.text?.description ?? ""]
    }

    private func hasType(_ value: JSONValue, _ type: String) -> Bool {
        switch value.kind {
        case .null: type == "null"
        case .true, .false: type == "boolean"
        case .number: type == "number" || type == "integer" && value.isWhole
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    private func matches(_ text: String, _ rule: JSONValue) -> Bool {
        let pattern = rule.text?.description ?? ""
        return text.range(of: pattern, options: .regularExpression) != nil
    }
}

extension JSONValue {
    /// True for a number without a fraction, however it is written.
    fileprivate var isWhole: Bool { integer != nil || double.map { $0.rounded() == $0 } ?? false }
}
