import CCurl
import Threads

/// libcurl's handle for many requests at once.
///
/// It is `@unchecked` because it is a pointer: it is used only on the driver's thread, except for
/// `curl_multi_wakeup`, which is allowed on any.
struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    /// Makes the handle and, for the first of the process, sets up libcurl; `nil` without memory.
    static func make() -> MultiHandle? {
        guard libraryIsReady, let pointer = curl_multi_init() else { return nil }
        return MultiHandle(pointer: pointer)
    }

    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The commands of a transport's senders to its thread, which starts with the first request.
final class CommandQueue: Sendable {
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

    init(options: TransportOptions) { self.options = options }

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

/// Limits the requests under way, in all and per host; the others wait.
///
/// libcurl could queue too, but a request's time would run while it waits there.
struct HostQueue<Element> {
    private let total: Int
    private let perHost: Int
    private var waiting: [(element: Element, target: HTTPTarget)] = []
    private var running: [HTTPTarget: Int] = [:]
    private var runningInAll = 0

    init(total: Int, perHost: Int) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }

    mutating func enqueue(_ element: Element, to target: HTTPTarget) {
        waiting.append((element, target))
    }

    /// Takes the first element that may go, or `nil` while the limits are reached.
    ///
    /// The caller reports ``finished(to:)`` when it has ended.
    mutating func next() -> Element? {
        let index = waiting.firstIndex { running[$0.target, default: 0] < perHost }
        guard runningInAll < total, let index else { return nil }
        let (element, target) = waiting.remove(at: index)
        running[target, default: 0] += 1
        runningInAll += 1
        return element
    }

    mutating func finished(to target: HTTPTarget) {
        guard let count = running[target] else { return }
        running[target] = count > 1 ? count - 1 : nil
        runningInAll -= 1
    }

    /// Takes a waiting element regardless of the limits; for the end.
    mutating func removeFirst() -> Element? {
        waiting.isEmpty ? nil : waiting.removeFirst().element
    }
}
