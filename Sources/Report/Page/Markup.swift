import Finance

/// A piece of HTML that is also well-formed XML, in which every text is escaped.
///
/// Names of elements and attributes are literals of this program. Everything else goes through
/// ``escaped(_:)``, so that no text of a bank can become markup.
struct Markup: Sendable {
    fileprivate(set) var html: String

    private static let empty: Set<String> = ["meta", "path"]

    /// An element; attributes without a value are left out.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
        @MarkupBuilder _ content: () -> Markup = { Markup(html: "") }
    ) -> Markup {
        var html = "<\(name)"
        for (key, value) in attributes { if let value { html += " \(key)=\"\(escaped(value))\"" } }
        let inner = content().html
        if inner.isEmpty, empty.contains("\(name)") { return Markup(html: html + "/>") }
        return Markup(html: "\(html)>\(inner)</\(name)>")
    }

    /// A style sheet of this program.
    static func style(_ sheet: StaticString) -> Markup { Markup(html: "<style>\(sheet)</style>") }

    /// The text with its markup as characters, without control and direction characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.line(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // These are not characters of XML.
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    fileprivate static func text(_ text: String) -> Markup { Markup(html: escaped(text)) }
}

/// Puts texts and elements one after the other.
@resultBuilder enum MarkupBuilder {
    static func buildExpression(_ text: String) -> Markup { .text(text) }
    static func buildExpression(_ text: String?) -> Markup { .text(text ?? "") }
    static func buildExpression(_ markup: Markup) -> Markup { markup }
    static func buildExpression(_ parts: [Markup]) -> Markup { joined(parts) }
    static func buildBlock(_ parts: Markup...) -> Markup { joined(parts) }
    static func buildOptional(_ part: Markup?) -> Markup { part ?? Markup(html: "") }
    static func buildEither(first: Markup) -> Markup { first }
    static func buildEither(second: Markup) -> Markup { second }
    static func buildArray(_ parts: [Markup]) -> Markup { joined(parts) }

    private static func joined(_ parts: [Markup]) -> Markup {
        Markup(html: parts.map(\.html).joined())
    }
}
