package import Finance

/// A rule as it is written into a rules file.
package struct RuleEntry: Sendable {
    let sentence: String
    let id: String?
    /// The channels; empty for the standard ones.
    let notify: [String]

    package init(_ sentence: String, id: String? = nil, notify: [String] = []) {
        (self.sentence, self.id, self.notify) = (sentence, id, notify)
    }

    /// A rules file without a rule.
    package static let emptyFile = Array("{ \"version\": 1,\n  \"rules\": [] }\n".utf8)

    /// A plain text if the rule is only a sentence.
    private var text: String {
        guard id != nil || !notify.isEmpty else { return JSONWriter.quoted(sentence) }
        let object: JSONOutput = [
            "id": .text(id), "when": .string(sentence),
            "notify": notify.isEmpty ? .null : .texts(notify),
        ]
        return object.withoutNulls.spaced(by: ", ")
    }

    /// The rules file with this rule at its end; every other byte stays.
    ///
    /// - Returns: `nil` for a text without a list of rules.
    package func appended(to bytes: [UInt8]) -> [UInt8]? {
        guard let list = PositionedJSON(bytes).root?["rules"], let rules = list.elements else {
            return nil
        }
        let end = list.range.upperBound - 1
        guard let last = rules.last else {
            return bytes[...list.range.lowerBound] + Array("\n    \(text)\n  ".utf8) + bytes[end...]
        }
        // The text after the last rule, without the spaces before the bracket, may be a comma and
        // comments. A comma is tried first, and left out if there is one already.
        let (start, behind) = (last.range.upperBound, bytes[last.range.upperBound..<end])
        let rest = behind.prefix(behind.count - behind.reversed().prefix(while: Self.isBlank).count)
        let tail = gap(before: last, behind: rest, in: bytes) + Array(text.utf8)
        let files = [[UInt8(ascii: ",")], []].map {
            bytes[..<start] + $0 + rest + tail + bytes[rest.endIndex...]
        }
        return files.first { PositionedJSON($0).root?["rules"]?.elements?.count == rules.count + 1 }
    }

    /// The text before the last rule, so that the new one begins in the same way.
    private func gap(
        before last: JSONNode, behind rest: ArraySlice<UInt8>, in bytes: [UInt8]
    ) -> [UInt8] {
        let gap = [UInt8](
            bytes[..<last.range.lowerBound].reversed().prefix(while: Self.isBlank).reversed())
        if gap.contains(UInt8(ascii: "\n")) { return gap }
        return Array((rest.contains(UInt8(ascii: "/")) ? "\n    " : " ").utf8)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}

extension JSONOutput {
    /// The text of an object for a file that people read, with this between its members.
    package func spaced(by separator: String) -> String {
        guard case .object(let members) = self else { return text }
        let lines = members.map { "\(JSONWriter.quoted($0)): \($1.text)" }
        return "{ " + lines.joined(separator: separator) + " }"
    }
}
