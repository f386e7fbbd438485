extension Unicode.Scalar {
    /// Whether it separates tokens.
    var isBlank: Bool {
        // Looking up properties is what cutting a sentence costs; ASCII does not need them.
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    /// Whether it is a letter of any script.
    var isLetter: Bool {
        guard isASCII else { return properties.isAlphabetic }
        return (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value)
    }
}

extension String {
    /// Puts code points together.
    init(scalars: ArraySlice<Unicode.Scalar>) {
        self.init(unsafeUninitializedCapacity: scalars.count * 4) { buffer in
            var count = 0
            for scalar in scalars {
                for unit in scalar.utf8 {
                    buffer[count] = unit
                    count += 1
                }
            }
            return count
        }
    }
}
