import HTTP
import Threads

@testable import Channels

/// A mail server and a broker without sockets.
final class ScriptedMessages: MessageTransport {
    private let code: Int
    private let failure: TransportError?
    private let hangs: Bool
    private let seen = Lock((mails: [MailRequest](), messages: [MQTTRequest]()))

    /// Answers mails with `code`; fails everything if there is a failure.
    init(code: Int = 250, failure: TransportError? = nil, hangs: Bool = false) {
        self.code = code
        self.failure = failure
        self.hangs = hangs
    }

    /// The mails so far.
    var mails: [MailRequest] { seen.withLock { $0.mails } }

    /// The messages so far.
    var messages: [MQTTRequest] { seen.withLock { $0.messages } }

    func send(_ mail: MailRequest) async throws(TransportError) -> Int {
        try mail.check()
        try await answer()
        seen.withLock { $0.mails.append(mail) }
        return code
    }

    func publish(_ message: MQTTRequest) async throws(TransportError) {
        try message.check()
        try await answer()
        seen.withLock { $0.messages.append(message) }
    }

    private func answer() async throws(TransportError) {
        if let failure { throw failure }
        guard hangs else { return }
        let gate = OneAnswer<Bool>()
        await withTaskCancellationHandler {
            _ = await gate.value()
        } onCancel: {
            gate.give(true)
        }
        throw .cancelled
    }
}
