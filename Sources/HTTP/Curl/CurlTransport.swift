import Threads

/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request, sleeps without any wake-up while there is nothing to
/// do, and ends with ``close()`` or when the transport is released. Name look-ups have threads of
/// libcurl's. Connections are kept and used again. All requests of a program can share one transport.
///
/// ```swift
/// let transport = CurlTransport(options: TransportOptions(userAgent: "saldovakt/1.0"))
/// let response = try await transport.send(HTTPRequest(url: "https://bank.example/accounts"))
/// ```
public final class CurlTransport: HTTPTransport {
    private let commands: CommandQueue
    private let batchWidth: Int

    /// Makes a transport; nothing happens before the first request.
    public init(options: TransportOptions = TransportOptions()) {
        commands = CommandQueue(options: options)
        batchWidth = max(1, options.maximumRequestsPerBatch)
    }

    deinit {
        commands.close()
    }

    /// Ends every request under way with ``TransportError/closed``, and refuses later ones.
    ///
    /// May be called twice; returns at once.
    public func close() {
        commands.close()
    }

    /// Sends `request` once; waits while too many others are under way.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await answer(to: PendingRequest(.http(request), to: request.target())).get()
    }

    /// Sends the requests of a batch over a few connections of its own.
    ///
    /// They are not counted among the requests that may be under way, so that a receiver that
    /// hangs holds nobody else up.
    public func send(_ batch: RequestBatch) async -> [Result<HTTPResponse, TransportError>?] {
        let turns = Lock(0..<batch.count)
        return await withTaskGroup(of: [(Int, PendingRequest.Answer)].self) { group in
            for _ in 0..<min(batchWidth, batch.count) {
                group.addTask { await self.work(on: batch, turns) }
            }
            var answers = [PendingRequest.Answer?](repeating: nil, count: batch.count)
            for await part in group {
                for (number, answer) in part { answers[number] = answer }
            }
            return answers
        }
    }

    /// Sends one request of a batch after the other until none is left to begin.
    private func work(
        on batch: RequestBatch, _ turns: Lock<Range<Int>>
    ) async -> [(Int, PendingRequest.Answer)] {
        var answers: [(Int, PendingRequest.Answer)] = []
        while !Task.isCancelled, !commands.isClosed, let number = turns.withLock({ $0.popFirst() })
        {
            let answer = await answer(toPartOfBatch: batch.request(number))
            answers.append((number, answer))
            if !batch.goesOn(answer) { turns.withLock { $0 = 0..<0 } }
        }
        return answers
    }

    private func answer(toPartOfBatch request: HTTPRequest) async -> PendingRequest.Answer {
        do throws(TransportError) {
            let target = try request.target()
            return await answer(to: PendingRequest(.http(request), to: target, isCounted: false))
        } catch {
            return .failure(error)
        }
    }

    private func answer(to request: PendingRequest) async -> PendingRequest.Answer {
        await request.answer(through: commands)
    }
}

/// A server that is slow to say goodbye after a mail holds up everything else of the transport, so
/// mails get one of their own.
extension CurlTransport: MessageTransport {
    /// Hands over a mail once.
    public func send(_ mail: MailRequest) async throws(TransportError) -> MailReply {
        let request = PendingRequest(.mail(mail), to: try mail.target())
        return MailReply(code: try await answer(to: request).get().status)
    }

    /// Publishes a message once.
    public func publish(_ message: MQTTRequest) async throws(TransportError) {
        let request = PendingRequest(.mqtt(message), to: try message.target())
        _ = try await answer(to: request).get()
    }
}

/// What a ``CurlTransport`` is set up with.
public struct TransportOptions: Sendable {
    /// What the `User-Agent` header says; a request's own one wins.
    public var userAgent: String
    /// The proxy for `https`, `http://host:port`; without one the environment's is ignored too.
    ///
    /// Plain `http` stays in the own network and never goes through the proxy.
    public var proxy: String?
    /// A file of trusted certificates in PEM form instead of the system's.
    public var trustedCertificates: String?
    /// How many requests are under way at once; the others wait, and their time does not run.
    public var maximumRequests: Int
    /// How many of them go to one host and port.
    public var maximumRequestsPerHost: Int
    /// How many requests of one batch are under way at once, beside all others.
    public var maximumRequestsPerBatch: Int
    /// The part of a request's time that the connection may take.
    public var connectTimeout: Duration

    /// Makes the options; the defaults suit a bank and a few dozen receivers.
    public init(
        userAgent: String = "saldovakt", proxy: String? = nil, trustedCertificates: String? = nil
    ) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.trustedCertificates = trustedCertificates
        maximumRequests = 16
        maximumRequestsPerHost = 2
        maximumRequestsPerBatch = 32
        connectTimeout = .seconds(10)
    }
}
