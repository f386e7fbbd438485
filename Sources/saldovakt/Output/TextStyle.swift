/// How a piece of text stands out on a terminal that shows colours (ECMA-48, SGR).
enum TextStyle: String, Sendable {
    case bold = "1"
    case dim = "2"
    case reversed = "7"
    case red = "31"
    case green = "32"
    case yellow = "33"

    /// The text in this style.
    func painted(_ text: String) -> String {
        "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
