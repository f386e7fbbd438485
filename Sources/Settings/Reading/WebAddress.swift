/// What can be said about an address without contacting anyone.
///
/// The transport decides later which hosts may be contacted, and over plain `http`.
enum WebAddress {
    /// Whether `text` is `http://` or `https://` with a host, and without blanks, control
    /// characters, a user name or a password.
    static func isUsable(_ text: String) -> Bool {
        isUsable(text, schemes: ["https://", "http://"])
    }

    /// Whether `text` names a server of one of these schemes and nothing on it.
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
    }
}
