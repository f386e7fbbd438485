import Foundation

/// Puts text into the 7-bit lines that every mail server takes.
enum MailText {
    /// A header's value: as it is if it is short, printable ASCII, else as encoded words (RFC 2047).
    ///
    /// Each word has whole letters and a line of its own, under 76 characters long. Control
    /// characters were made blanks before; any left over would be inside a word, harmless.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, text.utf8.count <= 60, !text.contains("=?"), !text.hasPrefix(" "),
            !text.hasSuffix(" ")
        {
            return text
        }
        return words(of: text).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// Text as `quoted-printable` (RFC 2045, section 6.7), every line ended by CR LF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        // A text that ends in a line break has no further line.
        let last = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        for line in last {
            result += encoded(Array(line))
            result += [0x0D, 0x0A]
        }
        return result
    }

    /// Pieces of at most 39 bytes: with its frame and `Subject: ` a word stays under 76 characters.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            let next = String(scalar)
            if word.utf8.count + next.utf8.count > 39 {
                words.append(word)
                word = ""
            }
            word += next
        }
        return words + [word]
    }

    private static func encoded(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var column = 0
        for (index, byte) in line.enumerated() {
            let piece = Self.piece(byte, isLast: index == line.count - 1)
            // Room for the sign of a line that goes on.
            if column + piece.count > 75 {
                result += Array("=\r\n".utf8)
                column = 0
            }
            result += piece
            column += piece.count
        }
        return result
    }

    private static func piece(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        let isBlank = byte == 0x20
        if (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast {
            return [byte]
        }
        let hex = String(byte, radix: 16, uppercase: true)
        return Array(("=" + (byte < 16 ? "0" : "") + hex).utf8)
    }
}
