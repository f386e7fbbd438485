/// Turns the bytes of a terminal into keys.
///
/// Knows the sequences that terminals send for the cursor keys in both of their modes (ECMA-48;
/// xterm's control sequences) and passes over those that it does not know.
struct KeyDecoder: Sendable {
    private var rest: [UInt8] = []

    /// Whether bytes wait for those that belong to them; a lone Escape does.
    var isWaiting: Bool { !rest.isEmpty }

    /// Takes bytes and returns the keys that are whole.
    mutating func keys(from bytes: [UInt8]) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let step = Self.next(in: rest) {
            rest.removeFirst(step.length)
            if let key = step.key { keys.append(key) }
        }
        return keys
    }

    /// Takes what waits for what it is, because nothing more has come for a while.
    mutating func settle() -> [Key] {
        defer { rest = [] }
        return rest == [0x1B] ? [.escape] : []
    }

    private struct Step {
        let key: Key?
        let length: Int
    }

    private static func next(in bytes: [UInt8]) -> Step? {
        guard let first = bytes.first else { return nil }
        if first == 0x1B { return sequence(in: bytes) }
        if first < 0x20 || first == 0x7F { return Step(key: controls[first], length: 1) }
        return character(in: bytes)
    }

    /// A character of one to four bytes (UTF-8); a byte that begins none is dropped.
    private static func character(in bytes: [UInt8]) -> Step? {
        let length =
            switch bytes[0] {
            case 0x00..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard length > 0 else { return Step(key: nil, length: 1) }
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes[..<length], as: UTF8.self)
        guard text.unicodeScalars.count == 1, let character = text.first, character != "\u{FFFD}"
        else { return Step(key: nil, length: 1) }
        return Step(key: .character(character), length: length)
    }

    private static func sequence(in bytes: [UInt8]) -> Step? {
        guard bytes.count > 1 else { return nil }
        if bytes[1] == UInt8(ascii: "O") {
            guard bytes.count > 2 else { return nil }
            return Step(key: finals[bytes[2]], length: 3)
        }
        // Escape and another key: somebody left in a hurry.
        guard bytes[1] == UInt8(ascii: "[") else { return Step(key: .escape, length: 1) }
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            // Longer than any sequence of a key: not one.
            return bytes.count > 32 ? Step(key: nil, length: bytes.count) : nil
        }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
        let key = bytes[end] == UInt8(ascii: "~") ? numbered[parameters] : finals[bytes[end]]
        return Step(key: key, length: end + 1)
    }

    private static let controls: [UInt8: Key] = [
        0x03: .interrupt, 0x04: .endOfInput, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
        0x0D: .enter, 0x0E: .down, 0x10: .up, 0x15: .clear, 0x17: .deleteWord, 0x1A: .suspend,
        0x7F: .backspace, 0x01: .home, 0x05: .end,
    ]
    private static let finals: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]
    private static let numbered: [String: Key] = [
        "1": .home, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
    ]
}

/// A key that a person pressed.
enum Key: Sendable, Hashable {
    /// One character that shows something.
    case character(Character)
    case enter
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-D.
    case endOfInput
    case tab
    case backspace
    case delete
    /// Ctrl-U.
    case clear
    /// Ctrl-W.
    case deleteWord
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
}
