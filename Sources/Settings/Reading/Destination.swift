import Finance

/// Checks the form of addresses, topics and names that messages are sent to.
///
/// It is loose where a service may change its forms, and strict where a character would change the
/// meaning of a request: no control characters, no spaces, no wildcards.
enum Destination {
    /// An address such as `kari@example.org`, as RFC 5321 sends it without quoting.
    static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, !parts[0].isEmpty, !parts[1].isEmpty else {
            return false
        }
        return isPrintable(text) && text.utf8.allSatisfy { !"<>()[]\\,;:\"".utf8.contains($0) }
    }

    /// An MQTT topic without wildcards, at most 200 bytes.
    static func isMQTTTopic(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && !text.contains("#") && !text.contains("+")
            && !text.hasControlCharacter
    }

    /// A topic of ntfy: letters, digits, `-` and `_`, at most 64.
    static func isNtfyTopic(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && isWord(text, or: "-_")
    }

    /// A chat of Telegram: its number, negative for groups, or `@name` of a channel.
    static func isTelegramChat(_ text: String) -> Bool {
        let rest = text.hasPrefix("@") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard (1...32).contains(rest.utf8.count) else { return false }
        return text.hasPrefix("@")
            ? isWord(rest, or: "_") : rest.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The id of a Matrix room, `!opaque:server`, or without a server as newer rooms have it.
    static func isMatrixRoom(_ text: String) -> Bool {
        text.hasPrefix("!") && (2...255).contains(text.utf8.count) && isPrintable(text)
    }

    /// A heading or a stream's name of Zulip: one line with at least one letter.
    static func isHeading(_ text: String) -> Bool {
        (1...60).contains(text.count) && !text.allSatisfy(\.isWhitespace)
            && !text.hasControlCharacter
    }

    /// A program to start: an absolute path, or one in the home folder.
    static func isProgram(_ text: String) -> Bool {
        let path = text.hasPrefix("~/") ? text.dropFirst() : text[...]
        return path.hasPrefix("/") && !path.hasSuffix("/") && !text.utf8.contains(0)
    }

    /// Whether a shell could set a variable of that name.
    static func isVariable(_ name: String) -> Bool {
        name.utf8.first.map { !(48...57).contains($0) } ?? false && isWord(name, or: "_")
    }

    /// Whether a name in small letters is a header's (RFC 9110, section 5.6.2) and not one of those
    /// that the program or the connection writes.
    static func isHeader(_ name: String) -> Bool {
        let own = [
            "connection", "content-encoding", "content-length", "content-type", "expect", "host",
            "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        ]
        return (1...64).contains(name.utf8.count) && isWord(name, or: "!#$%&'*+-.^_`|~")
            && !own.contains(name) && !name.hasPrefix("webhook-")
    }

    /// Whether a text has ASCII letters, digits and some signs only.
    private static func isWord(_ text: some StringProtocol, or signs: String) -> Bool {
        text.utf8.allSatisfy {
            switch $0 {
            case 48...57, 65...90, 97...122: true
            default: signs.utf8.contains($0)
            }
        }
    }

    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// Checks of an address without contacting anyone.
///
/// The transport decides later which hosts may be contacted, and over plain `http`.
enum WebAddress {
    /// Whether `text` is `http://` or `https://` with a host and a port that there is, and without
    /// spaces, control characters, a user name or a password.
    static func isUsable(_ text: String) -> Bool {
        isUsable(text, schemes: ["https://", "http://"])
    }

    /// Whether an address leads to this machine, as that of a stand-in does.
    static func isLocal(_ address: String?) -> Bool {
        guard let address, let start = address.firstRange(of: "://") else { return false }
        let authority = address[start.upperBound...].prefix { !"/?#".contains($0) }
        return ["127.0.0.1", "localhost"].contains(authority.prefix { $0 != ":" })
            || authority.hasPrefix("[::1]")
    }

    /// Whether `text` names only a server of one of these schemes.
    static func isServer(_ text: String, schemes: [String]) -> Bool {
        guard isUsable(text, schemes: schemes) else { return false }
        let afterScheme = text.drop { $0 != ":" }.dropFirst(3)
        return afterScheme.allSatisfy { !"/?#".contains($0) }
    }

    private static func isUsable(_ text: String, schemes: [String]) -> Bool {
        let lowered = text.prefix(8).lowercased()
        guard let scheme = schemes.first(where: { lowered.hasPrefix($0) }) else { return false }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority.prefix { $0 != ":" }
        return !host.isEmpty && !authority.contains("@") && !authority.contains("\\")
            && hasPort(authority)
    }

    /// Whether the port is one that a server can have; none at all means the usual one.
    private static func hasPort(_ authority: Substring) -> Bool {
        // Only after the bracket: an IPv6 address has colons itself.
        let end = authority.split(separator: "]", omittingEmptySubsequences: false).last ?? ""
        let digits = end.drop { $0 != ":" }.dropFirst()
        return digits.isEmpty || digits.first != "+" && UInt16(digits) ?? 0 > 0
    }
}
