import CCurl
import Threads

/// A request from its sender to the thread that carries it out, and the answer on its way back.
final class PendingRequest: Sendable {
    /// What libcurl is to do.
    enum Job: Sendable {
        /// A request to a web server.
        case http(HTTPRequest)
        /// A mail to a mail server.
        case mail(MailRequest)
        /// A message to a broker.
        case mqtt(MQTTRequest)
    }

    /// What became of a request; a mail server's reply comes as a status without a body.
    typealias Answer = Result<HTTPResponse, TransportError>

    private enum State: Sendable {
        case new
        case awaited(CheckedContinuation<Answer, Never>)
        case ended
    }

    /// What is sent; checked before it got here.
    let job: Job
    /// Where it goes.
    let target: HTTPTarget
    private let state = Lock(State.new)

    /// Makes a request that nobody waits for yet.
    init(_ job: Job, to target: HTTPTarget) {
        self.job = job
        self.target = target
    }

    /// Whether the sender has its answer, because the task was cancelled.
    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Sends the request and waits for the answer.
    func answer(through commands: CommandQueue) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard expect(continuation) else {
                    return continuation.resume(returning: .failure(.cancelled))
                }
                commands.post(self)
            }
        } onCancel: {
            end(.failure(.cancelled))
            commands.cancel(self)
        }
    }

    /// Gives the sender its answer; only the first one counts.
    func end(_ answer: Answer) {
        let former = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .awaited(let continuation) = former { continuation.resume(returning: answer) }
    }

    private func expect(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .awaited(continuation)
            return true
        }
    }
}

extension PendingRequest {
    /// The time the exchange may take.
    var timeout: Duration {
        switch job {
        case .http(let request): request.timeout
        case .mail(let mail): mail.timeout
        case .mqtt(let message): message.timeout
        }
    }

    /// Whether it waits while too many others are under way.
    var isQueued: Bool {
        if case .http(let request) = job { request.isQueued } else { true }
    }

    /// How much of an answer is kept.
    var maximumBodyBytes: Int {
        if case .http(let request) = job { max(0, request.maximumBodyBytes) } else { 64 << 10 }
    }

    /// What is read by libcurl while it sends.
    var upload: [UInt8] {
        if case .mail(let mail) = job { mail.message } else { [] }
    }

    /// Whether the exchange is unencrypted and therefore stays in the own network.
    var isPlainText: Bool {
        switch job {
        case .http: target.scheme == "http"
        case .mail(let mail): target.scheme == "smtp" && !mail.requiresEncryption
        case .mqtt: true
        }
    }
}

/// Where a request goes, as libcurl's own parser reads the address: what is judged is what is contacted.
struct HTTPTarget: Sendable, Hashable {
    /// `https`, `http` or another one that is spoken here, in small letters.
    let scheme: String
    /// Scheme, host and port in one form, however they were written.
    private let origin: String

    /// Reads and judges an address that must have one of these schemes.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(url: String, schemes: [String] = ["https", "http"]) throws(TransportError) {
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else {
            throw .refusedURL(.forbiddenCharacter)
        }
        guard let parser = curl_url() else { throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue)) }
        defer { curl_url_cleanup(parser) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard curl_url_set(parser, CURLUPART_URL, url, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser)
        else { throw .refusedURL(.malformed) }
        guard schemes.contains(scheme) else { throw .refusedURL(.scheme) }
        guard Self.part(CURLUPART_USER, of: parser) == nil,
            Self.part(CURLUPART_PASSWORD, of: parser) == nil
        else { throw .refusedURL(.credentials) }
        guard let host = Self.part(CURLUPART_HOST, of: parser), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: parser, flags: UInt32(CURLU_DEFAULT_PORT))
        else { throw .refusedURL(.malformed) }
        self.scheme = scheme
        origin = "\(scheme)://\(host.lowercased()):\(port)"
    }

    /// A part of an address; `nil` if it has none.
    private static func part(
        _ part: CURLUPart, of parser: OpaquePointer, flags: UInt32 = 0
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
