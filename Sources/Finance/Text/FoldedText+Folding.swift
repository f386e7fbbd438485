import Foundation

extension FoldedText {
    /// Folds text of ASCII and Latin letters without decoding it; `nil` if it has anything else.
    ///
    /// That is nearly every text of a Norwegian bank, at some nanoseconds a letter.
    static func foldedQuickly(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { source in
            var folded: [UInt8] = []
            folded.reserveCapacity(source.count)
            var index = 0
            while index < source.count {
                let byte = source[index]
                if byte < 0x80 {
                    append(byte, to: &folded)
                } else if byte == 0xC3, index + 1 < source.count {
                    index += 1
                    appendLatin(source[index], to: &folded)
                } else if byte == 0xC2, index + 1 < source.count, source[index + 1] == 0xA0 {
                    index += 1
                    append(0x20, to: &folded)
                } else {
                    return nil
                }
                index += 1
            }
            if folded.last == 0x20 { folded.removeLast() }
            return folded
        }
    }

    /// Folds any text by the Unicode properties of its scalars.
    static func foldedFully(_ text: String) -> [UInt8] {
        // Upper case first, so that letters with several lower forms (ſ, ς) meet in one.
        let lowered = text.uppercased().lowercased().precomposedStringWithCanonicalMapping
        var folded: [UInt8] = []
        folded.reserveCapacity(lowered.utf8.count)
        for scalar in lowered.unicodeScalars {
            if scalar.properties.isWhitespace {
                append(0x20, to: &folded)
            } else {
                folded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            }
        }
        if folded.last == 0x20 { folded.removeLast() }
        return folded
    }

    private static func append(_ byte: UInt8, to folded: inout [UInt8]) {
        switch byte {
        case 0x41...0x5A: folded.append(byte + 0x20)
        case 0x20, 0x09...0x0D:
            if let last = folded.last, last != 0x20 { folded.append(0x20) }
        default: folded.append(byte)
        }
    }

    /// Appends the letter U+00C0 to U+00FF whose second byte is `byte`.
    private static func appendLatin(_ byte: UInt8, to folded: inout [UInt8]) {
        switch byte {
        case 0x9F: folded.append(contentsOf: [0x73, 0x73])  // ß is folded to ss
        case 0x97: folded.append(contentsOf: [0xC3, 0x97])  // × is no letter
        case 0x80...0x9E: folded.append(contentsOf: [0xC3, byte + 0x20])
        default: folded.append(contentsOf: [0xC3, byte])
        }
    }
}
