import Foundation

/// Text made comparable: composed (NFC), without case, with single spaces; letters stay letters.
///
/// `å`, `æ`, `ø` are letters of their own and never become `a`, `ae`, `o`. Comparing works on UTF-8
/// bytes, so fold once and compare often.
public struct FoldedText: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The folded text as UTF-8.
    public let bytes: [UInt8]

    /// Folds `text`; `nil` becomes the empty text.
    public init(_ text: String?) {
        guard let text, !text.isEmpty else {
            bytes = []
            return
        }
        bytes = Self.foldedQuickly(text) ?? Self.foldedFully(text)
    }

    /// Takes over bytes that are folded already.
    init(bytes: [UInt8]) { self.bytes = bytes }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public var description: String { text }

    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether the text begins with `other`, which may be empty.
    public func hasPrefix(_ other: FoldedText) -> Bool { bytes.starts(with: other.bytes) }

    /// Whether `other`, which may be empty, occurs anywhere in the text.
    ///
    /// At worst it takes time in proportion to the product of both lengths; bank texts are short.
    public func contains(_ other: FoldedText) -> Bool {
        let (length, wanted) = (bytes.count, other.bytes.count)
        guard let first = other.bytes.first else { return true }
        guard wanted <= length else { return false }
        for start in 0...(length - wanted) where bytes[start] == first {
            if bytes[start..<(start + wanted)].elementsEqual(other.bytes) { return true }
        }
        return false
    }

    /// The first `count` characters, without a blank at the end.
    public func prefix(characters count: Int) -> FoldedText {
        guard bytes.count > count else { return self }
        if bytes.prefix(count).allSatisfy({ $0 < 0x80 }) && bytes[count] < 0x80 {
            return FoldedText(bytes: Self.withoutFinalBlank(Array(bytes.prefix(count))))
        }
        return FoldedText(bytes: Self.withoutFinalBlank(Array(text.prefix(count).utf8)))
    }

    /// Order of the UTF-8 bytes, which is that of the Unicode scalars.
    public static func < (left: FoldedText, right: FoldedText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static func withoutFinalBlank(_ bytes: [UInt8]) -> [UInt8] {
        bytes.last == 0x20 ? Array(bytes.dropLast()) : bytes
    }
}

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
        // Upper case first, so that letters with several lower forms (ſ, ς) become one.
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
        case 0x20, 0x09...0x0D: if let last = folded.last, last != 0x20 { folded.append(0x20) }
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
