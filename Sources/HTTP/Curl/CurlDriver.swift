import CCurl
import CCurlShims

/// Performs the requests of a transport, all of them on the thread that calls ``run()``.
struct CurlDriver: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let commands: CommandQueue
    private let options: TransportOptions
    private var queue: HostQueue<PendingRequest>
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
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
        while let request = queue.removeFirst() { request.end(.failure(.closed)) }
        curl_multi_cleanup(multi)
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
        }
    }

    private mutating func start(_ request: PendingRequest) {
        guard !request.hasEnded else { return end(request, .failure(.cancelled)) }
        do throws(TransportError) {
            let transfer = try Transfer(request, options)
            transfers[transfer.handle] = transfer
            let code = curl_multi_add_handle(multi, transfer.handle)
            if code != CURLM_OK { finish(transfer, .failure(.other(code: Int(code.rawValue)))) }
        } catch { end(request, .failure(error)) }
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
