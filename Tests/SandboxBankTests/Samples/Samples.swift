/// Invented answers in the exact shape of the real bank's, without blanks.
enum Samples {
    /// The lines of a literal put together; JSON texts hold no line breaks of their own.
    static func joined(_ text: String) -> String {
        text.split(separator: "\n").joined()
    }
}
