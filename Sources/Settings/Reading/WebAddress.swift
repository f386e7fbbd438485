/// What can be said about an address without contacting anyone.
///
/// The transport decides later which hosts may be contacted, and over plain `http`.
enum WebAddress {
    /// Whether `text` is `http://` or `https://` with a host, and without blanks, control
    /// characters, a user name or a password.
    static func isUsable(_ text: String) -> Bool {
        let lowered = text.prefix(8).lowercased()
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { lowered.hasPrefix($0) }) else { return false }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority.prefix { $0 != ":" }
        return !host.isEmpty && !authority.contains("@") && !authority.contains("\\")
    }
}
