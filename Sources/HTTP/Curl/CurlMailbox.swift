import CCurl
import Threads

/// What the thread of libcurl shares with all others: orders in, and the means to wake it.
final class CurlMailbox: Sendable {
    /// What the thread is told to do.
    enum Command: Sendable {
        case start(CurlOrder)
        case cancel(CurlTicket)
        case startBatch(CurlBatch)
        case cancelBatch(CurlBatch)
        case stop
    }

    private enum Phase: Sendable {
        case unused
        case running(wakeUp: @Sendable () -> Void)
        case closed
    }

    private struct State: Sendable {
        var phase = Phase.unused
        var commands: [Command] = []
    }

    private let state = Lock(State())
    private let options: TransportOptions

    /// Makes an empty mailbox; no thread is started yet.
    init(options: TransportOptions) {
        self.options = options
    }

    /// Hands over a request and starts what carries it out if it is the first.
    func post(_ order: CurlOrder) {
        if let refusal = post(.start(order)) { order.end(.failure(refusal)) }
    }

    /// Hands over a batch.
    func post(_ batch: CurlBatch) {
        guard post(.startBatch(batch)) != nil else { return }
        batch.end()
        _ = batch.answerIfDone()
    }

    /// Gives the thread something to begin; why that can't be, if it can't.
    private func post(_ command: Command) -> TransportError? {
        state.withLock { state in
            switch state.phase {
            case .closed: return .closed
            case .running(let wakeUp):
                state.commands.append(command)
                wakeUp()
            case .unused:
                guard let wakeUp = start() else {
                    return .other(code: Int(CURLE_FAILED_INIT.rawValue))
                }
                state.phase = .running(wakeUp: wakeUp)
                state.commands.append(command)
                wakeUp()
            }
            return nil
        }
    }

    /// Tells the thread that nobody waits for this batch any more.
    func postCancel(of batch: CurlBatch) {
        batch.end()
        state.withLock { state in
            guard case .running(let wakeUp) = state.phase else { return }
            state.commands.append(.cancelBatch(batch))
            wakeUp()
        }
    }

    /// Tells the thread that nobody waits for this request any more.
    func postCancel(of ticket: CurlTicket) {
        state.withLock { state in
            guard case .running(let wakeUp) = state.phase else { return }
            state.commands.append(.cancel(ticket))
            wakeUp()
        }
    }

    /// Refuses all further requests and ends the thread.
    func close() {
        state.withLock { state in
            // The handle lives until the thread has emptied the mailbox, so it can be woken here.
            if case .running(let wakeUp) = state.phase {
                state.commands.append(.stop)
                wakeUp()
            }
            state.phase = .closed
        }
    }

    /// Takes all commands that have come in.
    func takeCommands() -> [Command] {
        state.withLock { state in
            let commands = state.commands
            state.commands = []
            return commands
        }
    }

    /// Starts what carries requests out; returns how it is woken.
    private func start() -> (@Sendable () -> Void)? {
        guard let handle = CurlHandle.make() else { return nil }
        let thread = CurlThread(handle: handle, mailbox: self, options: options)
        guard thread.run() else {
            curl_multi_cleanup(handle.pointer)
            return nil
        }
        return { handle.wakeUp() }
    }
}
