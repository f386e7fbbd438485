/// An HTTP answer.
struct WireReply: Sendable {
    /// The status code.
    var status: Int
    /// Header lines besides the length and the connection.
    var headers: [(String, String)]
    /// The body.
    var body: [UInt8]

    /// An answer without a body.
    static func empty(_ status: Int, headers: [(String, String)] = []) -> WireReply {
        WireReply(status: status, headers: headers, body: [])
    }

    /// JSON.
    static func json(
        _ status: Int, _ json: JSONOutput, type: String = "application/json; charset=utf-8"
    ) -> WireReply {
        .text(status, json.text, type: type)
    }

    /// Any text.
    static func text(_ status: Int, _ text: String, type: String) -> WireReply {
        WireReply(status: status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }
}

/// What becomes of a request.
enum BankAnswer: Sendable {
    /// It is answered.
    case reply(WireReply)
    /// It is kept until switch `hang` is turned off.
    case hold
    /// The connection is closed without an answer.
    case close
    /// The connection is closed in the middle of this answer.
    case breakOff(WireReply)
}
