public import Foundation

extension UUID {
    /// The same as `uuidString`, but faster: Foundation uses C's formatting, and every poll makes
    /// some texts for each rule.
    public var text: String { text(letters: UInt8(ascii: "A")) }

    /// The same in lower case, as JSON has it.
    public var lowercaseText: String { text(letters: UInt8(ascii: "a")) }

    private func text(letters: UInt8) -> String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for digit in 0..<32 {
                    if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    let byte = bytes[digit / 2]
                    let value = digit.isMultiple(of: 2) ? byte >> 4 : byte & 15
                    text[place] = value < 10 ? UInt8(ascii: "0") + value : letters + value - 10
                    place += 1
                }
                return place
            }
        }
    }
}
