/// What the body of an answer says, in the forms that chat servers use.
enum WebhookReply: Equatable {
    /// `ok`, `{"ok":true}`, `{"success":true}`, `{"result":"success"}`.
    case yes
    /// The same with the opposite meaning, or an `error`.
    case no
    /// A page for people, such as the sign-in of a network.
    case page
    /// Nothing at all.
    case nothing
    /// Anything else.
    case other

    /// Reads a body.
    init(_ body: [UInt8]) {
        let text = body.filter { $0 > 0x20 }
        if text.isEmpty {
            self = .nothing
        } else if text.prefix(4).lowercasedASCII == Array("ok".utf8) {
            self = .yes
        } else if text.first == UInt8(ascii: "<") {
            self = .page
        } else if let fields = JSONBody.decode(Fields.self, from: body) {
            self = Self.meaning(of: fields)
        } else {
            self = .other
        }
    }

    /// A body that is one short word, such as `channel_not_found`.
    static func word(_ body: [UInt8]) -> String? {
        guard body.count <= 60 else { return nil }
        return String(validating: body, as: UTF8.self)
    }

    private struct Fields: Decodable {
        let ok: Bool?
        let success: Bool?
        let result: String?
        let error: String?
    }

    private static func meaning(of fields: Fields) -> WebhookReply {
        if fields.ok == false || fields.success == false || fields.error != nil { return .no }
        if let result = fields.result { return result == "success" ? .yes : .no }
        return fields.ok == true || fields.success == true ? .yes : .other
    }
}

extension Sequence<UInt8> {
    fileprivate var lowercasedASCII: [UInt8] { map { (65...90).contains($0) ? $0 + 32 : $0 } }
}
