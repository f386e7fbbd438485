/// A text or number of a line that has not been decoded yet.
struct LineToken {
    /// The first byte, after the quote of a text.
    let start: Int
    /// The byte after the last one.
    let end: Int
    /// Whether the bytes are ASCII without escapes, so that they are the text itself.
    let isPlain: Bool

    /// The number of bytes.
    var count: Int { end - start }
}
