/// What a ``LoopbackServer`` does with a request.
public indirect enum LoopbackAnswer: Sendable {
    /// Answers in full and keeps the connection.
    case respond(status: Int, headers: [(String, String)] = [], body: [UInt8] = [])
    /// Answers with 200 and what was received: request line, headers, blank line, body.
    case echo
    /// Sends these bytes as they are and ends the connection.
    case raw([UInt8])
    /// Waits for the gate, then does the other thing.
    case held(LoopbackGate, LoopbackAnswer)
    /// Never answers; the connection stays open until the other side ends it.
    case hang
    /// Ends the connection with a reset, without an answer.
    case reset
    /// Promises 100 bytes, sends the headers and ends the connection.
    case cutAfterHeaders

    /// A short text with 200 or another status.
    public static func text(
        _ text: String, status: Int = 200, type: String = "text/plain"
    ) -> LoopbackAnswer {
        .respond(status: status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }
}
