import CCurl
import DequeModule
import Threads

/// libcurl's handle for many requests at once.
///
/// `@unchecked`, because it is a pointer: all that is done with it is done on the driver's thread, but
/// for `curl_multi_wakeup`, which is allowed on any.
struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    /// Makes the handle and, for the first of the process, sets up libcurl; `nil` without memory.
    static func make() -> MultiHandle? {
        guard libraryIsReady, let pointer = curl_multi_init() else { return nil }
        return MultiHandle(pointer: pointer)
    }

    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// What a transport's senders send to its thread, which starts with the first request.
final class CommandQueue: Sendable {
    /// What the thread is to do.
    enum Command: Sendable {
        case start(PendingRequest)
        case cancel(PendingRequest)
    }

    private enum Phase: Sendable {
        case unused
        case running(MultiHandle)
        case closed
    }

    private struct State: Sendable {
        var phase = Phase.unused
        var commands: [Command] = []

        /// Adds a command; the thread is woken for the first, and takes the others with it.
        mutating func add(_ command: Command, for handle: MultiHandle) {
            commands.append(command)
            if commands.count == 1 { curl_multi_wakeup(handle.pointer) }
        }
    }

    private let state = Lock(State())
    private let options: TransportOptions

    init(options: TransportOptions) {
        self.options = options
    }

    /// Hands over a request, or ends it if it can't be sent.
    func post(_ request: PendingRequest) {
        let refusal: TransportError? = state.withLock { state in
            if case .unused = state.phase, let handle = startThread() {
                state.phase = .running(handle)
            }
            switch state.phase {
            case .running(let handle): state.add(.start(request), for: handle)
            case .closed: return .closed
            case .unused: return .other(code: Int(CURLE_FAILED_INIT.rawValue))
            }
            return nil
        }
        if let refusal { request.end(.failure(refusal)) }
    }

    /// Notes that nobody waits for this request any more.
    func cancel(_ request: PendingRequest) {
        state.withLock { state in
            if case .running(let handle) = state.phase { state.add(.cancel(request), for: handle) }
        }
    }

    /// Refuses all further requests and ends the thread.
    func close() {
        state.withLock { state in
            // The handle lives until the thread has seen the end, so it can be woken here.
            if case .running(let handle) = state.phase { curl_multi_wakeup(handle.pointer) }
            state.phase = .closed
        }
    }

    func take() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.commands = [] }
            if case .closed = state.phase { return (state.commands, true) }
            return (state.commands, false)
        }
    }

    private func startThread() -> MultiHandle? {
        guard let handle = MultiHandle.make() else { return nil }
        let hasStarted = WorkerThread.start(named: "saldovakt-http") { [self, options] in
            var driver = CurlDriver(handle: handle, commands: self, options: options)
            driver.run()
        }
        if hasStarted { return handle }
        curl_multi_cleanup(handle.pointer)
        return nil
    }
}

/// Lets so many requests go at once, in all and per host, and the others wait their turn.
///
/// libcurl could queue too, but a request's time would run while it waits there.
struct HostQueue<Element> {
    /// One host's requests; forgotten when it has none.
    private struct Host {
        var waiting = Deque<Element>()
        var running = 0
    }

    private let total: Int
    private let perHost: Int
    private var running = 0
    private var hosts: [HTTPTarget: Host] = [:]
    /// Hosts that may have an element that may go; one can be in it several times.
    private var turns = Deque<HTTPTarget>()

    init(total: Int, perHost: Int) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }

    mutating func enqueue(_ element: Element, to target: HTTPTarget) {
        hosts[target, default: Host()].waiting.append(element)
        turns.append(target)
    }

    /// Takes the next element that may go, or `nil` while the limits are reached.
    ///
    /// The one who takes it says ``finished(to:)`` when it has ended.
    mutating func next() -> Element? {
        guard running < total else { return nil }
        while let target = turns.popFirst() {
            guard let element = next(to: target) else { continue }
            running += 1
            return element
        }
        return nil
    }

    /// Makes room after an element that was taken has ended.
    mutating func finished(to target: HTTPTarget) {
        guard let host = hosts[target], host.running > 0 else { return }
        running -= 1
        if host.running == 1, host.waiting.isEmpty {
            hosts[target] = nil
            return
        }
        hosts[target]?.running -= 1
        // A host at its limit loses its turns; each end gives one back.
        if !host.waiting.isEmpty { turns.append(target) }
    }

    /// Takes an element that waits, whatever the limits; for the end.
    mutating func removeFirst() -> Element? {
        let waiting = hosts.first { !$0.value.waiting.isEmpty }
        return waiting.flatMap { hosts[$0.key]?.waiting.popFirst() }
    }

    private mutating func next(to target: HTTPTarget) -> Element? {
        guard let host = hosts[target], host.running < perHost,
            let element = hosts[target]?.waiting.popFirst()
        else { return nil }
        hosts[target]?.running += 1
        return element
    }
}
