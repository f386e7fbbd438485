/// What a header of a webhook may be called, and whether its value is a secret.
struct HeaderRules {
    /// The name in lower case.
    private let name: String

    /// Looks at a name as it is written in the file.
    init(name: String) {
        self.name = name.lowercased()
    }

    /// Whether the name is a header's (RFC 9110, section 5.6.2) and not one of those that the
    /// program or the connection writes.
    var isAllowed: Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isTokenByte) else {
            return false
        }
        return !Self.own.contains(name) && !name.hasPrefix("webhook-")
    }

    /// Whether such a header usually carries a credential.
    var isSecret: Bool {
        ["auth", "token", "key", "secret", "cookie", "password"].contains { name.contains($0) }
    }

    private static let own: Set<String> = [
        "connection", "content-encoding", "content-length", "content-type", "expect", "host",
        "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
