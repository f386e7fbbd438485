import HTTP
import Threads

@testable import Channels

/// A mail server and a broker without sockets.
final class ScriptedMessages: MessageTransport {
    private let code: Int
    private let codes: Lock<[String: Int]>
    private let failure: TransportError?
    private let hangs: Bool
    private let seen = Lock((mails: [MailRequest](), messages: [MQTTRequest]()))

    /// Answers mails with `code`, or with the code of a recipient in `codes`; fails everything if
    /// there is a failure.
    init(
        code: Int = 250, codes: [String: Int] = [:], failure: TransportError? = nil,
        hangs: Bool = false
    ) {
        self.code = code
        self.codes = Lock(codes)
        self.failure = failure
        self.hangs = hangs
    }

    /// The mails so far.
    var mails: [MailRequest] { seen.withLock { $0.mails } }

    /// Answers mails to a recipient with another code from now on.
    func answer(_ recipient: String, with code: Int) { codes.withLock { $0[recipient] = code } }

    /// The messages so far.
    var messages: [MQTTRequest] { seen.withLock { $0.messages } }

    func send(_ mail: MailRequest) async throws(TransportError) -> Int {
        try mail.check()
        try await answer()
        seen.withLock { $0.mails.append(mail) }
        return codes.withLock { codes in mail.recipients.compactMap { codes[$0] }.first } ?? code
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
