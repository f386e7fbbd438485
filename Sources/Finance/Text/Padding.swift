extension String {
    /// The text with zeros before it, so that it has at least so many characters.
    package func zeroPadded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}
