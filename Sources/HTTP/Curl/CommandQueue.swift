import CCurl
import Dispatch
import Glibc
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

    private static let libraryIsReady: Bool = {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return false }
        // The TLS library has just registered its clean-up; what is registered later runs earlier.
        atexit { MultiHandle.waitForThreads() }
        return true
    }()

    /// The threads that use libcurl and end without a further command: those of mails, and those of
    /// transports that were closed.
    private static let endingThreads = DispatchGroup()

    static func threadWillEnd() { endingThreads.enter() }

    static func threadHasEnded() { endingThreads.leave() }

    /// Lets threads end before the process frees what they use; called by `exit`, which would
    /// otherwise abort the process at times.
    private static func waitForThreads() {
        _ = endingThreads.wait(timeout: .now() + .seconds(2))
        // A thread frees the TLS library's part of it after its last line, which nothing reports.
        usleep(10_000)
    }
}

/// The commands of a transport's senders to its thread, which starts with the first request.
final class CommandQueue: Sendable {
    enum Command: Sendable {
        case start(PendingRequest)
        case cancel(PendingRequest)
        /// The thread of a mail has ended.
        case finished(PendingRequest)
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

    func cancel(_ request: PendingRequest) { add(.cancel(request)) }

    func finished(_ request: PendingRequest) { add(.finished(request)) }

    private func add(_ command: Command) {
        state.withLock { state in
            if case .running(let handle) = state.phase { state.add(command, for: handle) }
        }
    }

    /// Refuses all further requests and ends the thread.
    func close() {
        state.withLock { state in
            // The handle lives until the thread has seen the end, so it can be woken here.
            if case .running(let handle) = state.phase {
                MultiHandle.threadWillEnd()
                curl_multi_wakeup(handle.pointer)
            }
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

    /// Why it is not contacted without encryption outside the own network.
    var plainTextRefusal: URLRefusal {
        switch scheme {
        case "smtp", "smtps": .plainMailOutsideOwnNetwork
        case "mqtt": .mqttOutsideOwnNetwork
        default: .plainTextOutsideOwnNetwork
        }
    }

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
