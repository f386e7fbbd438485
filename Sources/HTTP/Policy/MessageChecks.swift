extension MailRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// A line break in an address would become a command of its own on the wire, one in a login too.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) {
        _ = try target()
        guard !recipients.isEmpty else { throw .refusedMessage("list of recipients") }
        for address in recipients + [sender] where !Self.isAddress(address) {
            throw .refusedMessage("mail address")
        }
        guard (1...255).contains(greeting.utf8.count), greeting.utf8.allSatisfy(Self.isHostByte)
        else { throw .refusedMessage("greeting") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
        guard Self.hasWholeLines(message) else { throw .refusedMessage("message") }
    }

    /// Where the mail goes.
    func target() throws(TransportError) -> HTTPTarget {
        try HTTPTarget(url: url, schemes: ["smtps", "smtp"])
    }

    /// Printable ASCII around one `@`, without the signs that frame an address in a command.
    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        return (3...254).contains(bytes.count) && bytes.count { $0 == UInt8(ascii: "@") } == 1
            && bytes.first != UInt8(ascii: "@") && bytes.last != UInt8(ascii: "@")
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && !"<>()[]\\,;:\"".utf8.contains($0) }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Every line feed after a carriage return and the other way round, and one at the end.
    private static func hasWholeLines(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            guard byte != 0, (byte == 0x0A) == (previous == 0x0D) else { return false }
            previous = byte
        }
        return previous == 0x0A
    }
}

extension MQTTRequest {
    /// Refuses what must never be sent, before anything is sent.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)`` or ``TransportError/refusedMessage(_:)``.
    public func check() throws(TransportError) {
        _ = try target()
        let signs = topic.unicodeScalars
        guard (1...65_535).contains(topic.utf8.count), !topic.contains("#"), !topic.contains("+"),
            signs.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw .refusedMessage("topic") }
        if let login, !login.isSendable { throw .refusedMessage("login") }
    }

    /// Where the message goes.
    func target() throws(TransportError) -> HTTPTarget {
        try HTTPTarget(url: url, schemes: ["mqtt"])
    }

    /// The broker's address with the topic as libcurl wants it, percent-encoded after the host.
    var addressWithTopic: String {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        return base + "/" + URLText.encoded(topic, keepsSlashes: true)
    }
}

extension Login {
    /// Whether both parts are free of control characters.
    var isSendable: Bool {
        (user + password).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
