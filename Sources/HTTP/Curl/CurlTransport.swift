import Threads

/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request, sleeps without any wake-up while there is nothing to
/// do, and ends with ``close()`` or when the transport is released. Name look-ups have threads of their
/// own. Connections are kept and used again. All requests of a program can share one transport.
///
/// ```swift
/// let transport = CurlTransport(options: TransportOptions(userAgent: "saldovakt/1.0"))
/// let response = try await transport.send(HTTPRequest(url: "https://bank.example/accounts"))
/// ```
public final class CurlTransport: HTTPTransport {
    private let mailbox: CurlMailbox
    private let batchWidth: Int
    /// Addresses that were read before: a bank is asked at the same ones again and again.
    private let addresses = Lock<[String: HTTPAddress]>([:])
    private static let maximumAddresses = 64

    /// Makes a transport; nothing happens before the first request.
    public init(options: TransportOptions = TransportOptions()) {
        mailbox = CurlMailbox(options: options)
        batchWidth = options.maximumRequestsPerBatch
    }

    deinit {
        mailbox.close()
    }

    /// Ends every request under way with ``TransportError/closed``, and refuses later ones.
    ///
    /// May be called twice; returns at once.
    public func close() {
        mailbox.close()
    }

    /// Sends `request` once; waits while too many others are under way.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let address = try address(request.url)
        try request.checkHeaders()
        return try await carryOut(.http(request, address), address.target)
    }

    /// Sends the requests of a batch over a few connections of its own.
    ///
    /// They are not counted among the requests that may be under way, so that a receiver that
    /// hangs holds nobody else up.
    public func send(_ batch: RequestBatch) async -> [Result<HTTPResponse, TransportError>?] {
        let orders = CurlBatch(batch, width: batchWidth)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                orders.expect(continuation)
                mailbox.post(orders)
            }
        } onCancel: {
            mailbox.postCancel(of: orders)
        }
    }

    private func address(_ url: String) throws(TransportError) -> HTTPAddress {
        if let known = addresses.withLock({ $0[url] }) { return known }
        let address = try HTTPAddress(url: url)
        addresses.withLock { addresses in
            if addresses.count >= Self.maximumAddresses { addresses = [:] }
            addresses[url] = address
        }
        return address
    }

    private func carryOut(
        _ job: CurlJob, _ target: HTTPTarget
    ) async throws(TransportError) -> HTTPResponse {
        let ticket = CurlTicket()
        let result: Result<HTTPResponse, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.post(
                    CurlOrder(
                        ticket: ticket, job: job, target: target, answer: .single(continuation)))
            }
        } onCancel: {
            // May run before the order is posted; the ticket then stops it.
            ticket.cancel()
            mailbox.postCancel(of: ticket)
        }
        return try result.get()
    }
}

/// A server that is slow to say goodbye after a mail holds up everything else of the transport, so
/// mails get one of their own.
extension CurlTransport: MessageTransport {
    /// Hands over a mail once.
    public func send(_ mail: MailRequest) async throws(TransportError) -> MailReply {
        try mail.check()
        return MailReply(code: try await carryOut(.mail(mail), mail.target()).status)
    }

    /// Publishes a message once.
    public func publish(_ message: MQTTRequest) async throws(TransportError) {
        try message.check()
        _ = try await carryOut(.mqtt(message), message.target())
    }
}
