/// The host of an address, the only part of it that may be shown.
enum HostName {
    /// The host, or `nil` if the text has none; a port stays, user name and password do not.
    ///
    /// Only what can stand in a host name is kept, so that the answer of a stranger (a `Location`
    /// header) can't bring other signs onto the screen.
    static func of(_ url: String) -> String? {
        let afterScheme = url.drop { $0 != "/" }
        guard afterScheme.hasPrefix("//") else { return nil }
        let authority = afterScheme.dropFirst(2).prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name = host.unicodeScalars.filter(isHostSign).prefix(253)
        return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
    }

    private static func isHostSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", ":", "[", "]", "_": true
        default: false
        }
    }
}
