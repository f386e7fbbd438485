import CCurl
import CCurlShims
import Threads

/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request, sleeps without any wake-up while there is nothing to
/// do, and ends with ``close()`` or when the transport is released. Name look-ups use threads of
/// libcurl. Connections are reused. All requests of a program can share one transport. A mail has
/// a thread for as long as it is being sent, because libcurl blocks while the server checks it.
public final class CurlTransport: HTTPTransport {
    private let commands: CommandQueue

    public init(options: TransportOptions = TransportOptions()) {
        commands = CommandQueue(options: options)
    }

    deinit { commands.close() }

    /// Ends every request under way with ``TransportError/closed``, and refuses later ones.
    ///
    /// May be called twice; returns at once. `exit` waits for the transport's threads, for 2 s at
    /// most.
    public func close() { commands.close() }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await answer(to: request.exchange())
    }

    private func answer(to exchange: Exchange) async throws(TransportError) -> HTTPResponse {
        try await PendingRequest(exchange).answer(through: commands).get()
    }
}

extension CurlTransport: MessageTransport {
    public func send(_ mail: MailRequest) async throws(TransportError) -> Int {
        try await answer(to: mail.exchange()).status
    }

    public func publish(_ message: MQTTRequest) async throws(TransportError) {
        _ = try await answer(to: message.exchange())
    }
}

/// The options of a ``CurlTransport``.
public struct TransportOptions: Sendable {
    /// The `User-Agent` header, unless a request has its own.
    public var userAgent: String
    /// The proxy for `https`, `http://host:port`; without one the environment's is ignored too.
    ///
    /// Plain `http` stays in the own network and never goes through the proxy.
    public var proxy: String?
    /// A file of trusted certificates in PEM form instead of the system's.
    public var trustedCertificates: String?
    /// How many queued requests may be under way at once; the time of the others does not run yet.
    public var maximumRequests = 16
    public var maximumRequestsPerHost = 2
    /// The part of a request's time that the connection may take; a mail server's greeting may take
    /// longer.
    public var connectTimeout = Duration.seconds(10)

    public init(
        userAgent: String = "saldovakt", proxy: String? = nil, trustedCertificates: String? = nil
    ) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.trustedCertificates = trustedCertificates
    }
}

/// Performs the requests of a transport, all of them on the thread that calls ``run()``.
struct CurlDriver: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let commands: CommandQueue
    private let options: TransportOptions
    private var queue: HostQueue<PendingRequest>
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// The mails that are being sent, each on a thread of its own.
    private var mails: [ObjectIdentifier: PendingRequest] = [:]
    /// How many idle connections are kept: as many as a sender that limits itself uses.
    private static let keptConnections = 32

    /// Takes ownership of the handle, which is freed at the end.
    init(handle: MultiHandle, commands: CommandQueue, options: TransportOptions) {
        multi = handle.pointer
        self.commands = commands
        self.options = options
        queue = HostQueue(total: options.maximumRequests, perHost: options.maximumRequestsPerHost)
        sv_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    }

    /// Works until the transport is closed, then ends all remaining requests.
    mutating func run() {
        while turn() {}
        for transfer in Array(transfers.values) { finish(transfer, .failure(.closed)) }
        for mail in mails.values { mail.end(.failure(.closed)) }
        while let request = queue.removeFirst() { request.end(.failure(.closed)) }
        curl_multi_cleanup(multi)
        MultiHandle.threadHasEnded()
    }

    /// One step: takes commands, moves bytes, returns answers, then sleeps; false when the
    /// transport is closed.
    @inline(never) private mutating func turn() -> Bool {
        let (commands, isClosed) = commands.take()
        for command in commands { carryOut(command) }
        if isClosed { return false }
        while let request = queue.next() { start(request) }
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        // After an answer, other requests may start; otherwise only a socket, a time-out or a
        // command can change anything. A command posted since they were taken ends the wait at
        // once.
        if !collectAnswers() { curl_multi_poll(multi, nil, 0, Int32.max, nil) }
        return true
    }

    private mutating func carryOut(_ command: CommandQueue.Command) {
        switch command {
        case .start(let request):
            guard request.exchange.isQueued else { return start(request) }
            queue.enqueue(request, to: request.exchange.target)
        case .cancel(let request):
            // A waiting one is skipped when it is taken.
            if let transfer = transfers.values.first(where: { $0.request === request }) {
                finish(transfer, .failure(.cancelled))
            }
        case .finished(let mail):
            mails[ObjectIdentifier(mail)] = nil
            end(mail, .failure(.closed))
        }
    }

    private mutating func start(_ request: PendingRequest) {
        guard !request.hasEnded else { return end(request, .failure(.cancelled)) }
        guard request.exchange.mail == nil else { return startThread(for: request) }
        do throws(TransportError) {
            let transfer = try Transfer(request, options)
            transfers[transfer.handle] = transfer
            let code = curl_multi_add_handle(multi, transfer.handle)
            if code != CURLM_OK { finish(transfer, .failure(.other(code: Int(code.rawValue)))) }
        } catch { end(request, .failure(error)) }
    }

    /// Sends a mail on a thread of its own: libcurl waits for the reply to the message, and for the
    /// end of the connection, without leaving time to other requests.
    private mutating func startThread(for mail: PendingRequest) {
        MultiHandle.threadWillEnd()
        let hasStarted = WorkerThread.start(named: "saldovakt-mail") { [options, commands] in
            do throws(TransportError) {
                let transfer = try Transfer(mail, options)
                mail.end(transfer.answer(curl_easy_perform(transfer.handle)))
            } catch { mail.end(.failure(error)) }
            commands.finished(mail)
            MultiHandle.threadHasEnded()
        }
        guard hasStarted else {
            MultiHandle.threadHasEnded()
            return end(mail, .failure(.other(code: Int(CURLE_FAILED_INIT.rawValue))))
        }
        mails[ObjectIdentifier(mail)] = mail
    }

    /// Gives senders the answers of requests that ended; returns whether there were any.
    private mutating func collectAnswers() -> Bool {
        var left: Int32 = 0
        var haveEnded = false
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE,
                let handle = message.pointee.easy_handle, let transfer = transfers[handle]
            else { continue }
            // Read before the handle is removed, which frees the message.
            let code = message.pointee.data.result
            finish(transfer, transfer.answer(code))
            haveEnded = true
        }
        return haveEnded
    }

    private mutating func finish(_ transfer: Transfer, _ answer: PendingRequest.Answer) {
        curl_multi_remove_handle(multi, transfer.handle)
        transfers[transfer.handle] = nil
        end(transfer.request, answer)
    }

    private mutating func end(_ request: PendingRequest, _ answer: PendingRequest.Answer) {
        if request.exchange.isQueued { queue.finished(to: request.exchange.target) }
        request.end(answer)
    }
}
