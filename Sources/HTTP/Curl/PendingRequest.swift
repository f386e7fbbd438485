import CCurl
import Threads

/// A request on its way to the thread that performs it, and its answer on the way back.
final class PendingRequest: Sendable {
    /// The outcome of a request; a mail server's reply is a status without a body.
    typealias Answer = Result<HTTPResponse, TransportError>

    let exchange: Exchange
    private let answer = OneAnswer<Answer>()

    init(_ exchange: Exchange) { self.exchange = exchange }

    var hasEnded: Bool { answer.isGiven }

    func answer(through commands: CommandQueue) async -> Answer {
        await withTaskCancellationHandler {
            if !hasEnded { commands.post(self) }
            return await answer.value()
        } onCancel: {
            end(.failure(.cancelled))
            commands.cancel(self)
        }
    }

    /// Gives the sender its answer; only the first one counts.
    func end(_ answer: Answer) { self.answer.give(answer) }
}

/// A checked exchange for libcurl: a web request, a mail to a server or a message to a broker.
struct Exchange: Sendable {
    let target: HTTPTarget
    let timeout: Duration
    let isPlainText: Bool
    /// Whether it waits while too many others are under way.
    var isQueued = true
    var maximumBodyBytes = 64 << 10
    /// The message of a mail, which libcurl reads while it sends.
    var mail: [UInt8]?
    /// Sets up a handle, and returns the lines that must live as long as it.
    let apply: @Sendable (HandleProfile) throws(TransportError) -> StringList?
}

/// The destination of a request as libcurl's own parser reads it: the address that is judged is the
/// one that is contacted.
struct HTTPTarget: Sendable, Hashable {
    /// `https`, `http` or another supported scheme, in lower case.
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

    private static func part(
        _ part: CURLUPart, of parser: OpaquePointer, flags: UInt32 = 0
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
