package import Finance
import Foundation
import Threads
import UnixSignals

/// Reads keys from the process's terminal (`/dev/tty`), whatever standard input and output are.
///
/// Reading blocks a thread of its own. ``close()`` restores the terminal's mode. Signals that would
/// end the program come as events, so that it can restore the terminal first.
final class Keyboard: Sendable {
    let events: AsyncStream<KeyboardEvent>
    private let continuation: AsyncStream<KeyboardEvent>.Continuation
    private let descriptor: Int32
    private let mode: termios
    private let stopping: (read: Int32, write: Int32)
    private let isOpen = Lock(true)
    /// The signals that come as events instead of ending the process.
    private let endings: [UnixSignal]
    private let watching = Lock<Task<Void, Never>?>(nil)
    private static let escapeMilliseconds: Int32 = 40

    /// Takes over the terminal; `nil` if the process has none.
    ///
    /// - Parameter takesEndings: whether signals that would end the process come as events.
    init?(takesEndings: Bool = true) async {
        endings = takesEndings ? [.sigint, .sigterm, .sighup, .sigquit] : []
        descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        var mode = termios()
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(descriptor, &mode) == 0, pipe(&ends) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.mode = mode
        stopping = (ends[0], ends[1])
        (events, continuation) = AsyncStream.makeStream()
        // Before the mode changes: a signal that is not trapped would leave the terminal with it.
        let signals = await UnixSignalsSequence(trapping: endings + [.sigwinch, .sigcont])
        makeRaw()
        watch(signals)
        guard WorkerThread.start(named: "saldovakt-keys", { [self] in readKeys() }) else {
            close()
            return nil
        }
    }

    var size: (columns: Int, rows: Int) { Terminal.size(of: descriptor) }

    func write(_ text: String) { Terminal.put(text, to: descriptor) }

    /// Restores the terminal; may be called again.
    func close() {
        let wasOpen = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        guard wasOpen else { return }
        restoreMode()
        watching.withLock { $0?.cancel() }
        // Ctrl-C then ends the program after the questions.
        for ending in endings { signal(ending.rawValue, SIG_DFL) }
        Glibc.close(stopping.write)
        continuation.finish()
    }

    /// Stops the process group as Ctrl-Z does, with the terminal restored, and takes it again
    /// afterwards.
    ///
    /// Where no shell could continue the group (it is orphaned), the kernel does not stop it.
    func suspend(leave: () -> Void, enter: () -> Void) {
        leave()
        restoreMode()
        Self.stopGroup()
        makeRaw(TCSADRAIN)
        enter()
    }

    /// Sends SIGTSTP to every process of the group; returns when this one continues.
    private static func stopGroup() {
        var handler = sigaction()
        sigaction(SIGTSTP, nil, &handler)
        // The others first, for example the readers of a pipe: the shell waits for all of them.
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        // Not SIGSTOP, which stops an orphaned group too. And to this thread: a signal to the
        // process might stop another one first, while this one continues.
        signal(SIGTSTP, SIG_DFL)
        var (suspension, mask) = (sigset_t(), sigset_t())
        sigemptyset(&suspension)
        sigaddset(&suspension, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &suspension, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(SIGTSTP, &handler, nil)
    }

    /// Takes the terminal again: the shell has set its own mode meanwhile.
    private func resume() {
        guard isOpen.withLock(\.self) else { return }
        makeRaw(TCSADRAIN)
        continuation.yield(.redraw)
    }

    /// Whether the process may take the terminal: a background job would be stopped if it tried.
    static var isInForeground: Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        return tcgetpgrp(descriptor) == getpgrp()
    }

    /// - Parameter action: `TCSAFLUSH` drops what was typed before, `TCSADRAIN` keeps it.
    private func makeRaw(_ action: Int32 = TCSAFLUSH) {
        var raw = mode
        cfmakeraw(&raw)
        tcsetattr(descriptor, action, &raw)
    }

    private func restoreMode() {
        var mode = mode
        tcsetattr(descriptor, TCSAFLUSH, &mode)
    }

    private func watch(_ signals: UnixSignalsSequence) {
        // `kill -TSTP`; Ctrl-Z comes as a key. The source lives as long as its handler, for ever.
        let suspension = DispatchSource.makeSignalSource(signal: SIGTSTP)
        suspension.setEventHandler { [continuation] in
            withExtendedLifetime(suspension) { _ = continuation.yield(.key(.suspend)) }
        }
        suspension.activate()
        let task = Task { [continuation, weak self] in
            for await signal in signals {
                switch signal {
                case .sigwinch: continuation.yield(.redraw)
                case .sigcont: self?.resume()
                default: continuation.yield(.ended(signal.rawValue))
                }
            }
        }
        watching.withLock { $0 = task }
    }

    private func readKeys() {
        var decoder = KeyDecoder()
        while let bytes = nextBytes(within: decoder.isWaiting ? Self.escapeMilliseconds : -1) {
            let keys = bytes.isEmpty ? decoder.settle() : decoder.keys(from: bytes)
            for key in keys { continuation.yield(.key(key)) }
        }
    }

    /// The typed bytes, empty if none came in time; `nil` at the end.
    private func nextBytes(within milliseconds: Int32) -> [UInt8]? {
        var sources = [descriptor, stopping.read].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&sources, 2, milliseconds)
        if count < 0 { return errno == EINTR ? [] : nil }
        guard sources[1].revents == 0 else { return nil }
        guard count > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = read(descriptor, &buffer, buffer.count)
        if length > 0 { return Array(buffer[..<length]) }
        if length < 0, errno == EINTR || errno == EAGAIN { return [] }
        continuation.yield(.ended(SIGHUP))
        return nil
    }
}

/// An event from the person at a terminal.
enum KeyboardEvent: Sendable, Hashable {
    case key(Key)
    case redraw
    /// A signal that asks the program to end; SIGHUP also when the terminal is gone.
    case ended(Int32)
}

/// Turns the bytes of a terminal into keys.
///
/// It knows the sequences that terminals send for the cursor keys in both of their modes (ECMA-48;
/// xterm's control sequences), and ignores others.
struct KeyDecoder: Sendable {
    private var rest: [UInt8] = []

    /// Whether bytes wait for the rest of their sequence; a lone Escape does.
    var isWaiting: Bool { !rest.isEmpty }

    mutating func keys(from bytes: [UInt8]) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let step = Self.next(in: rest) {
            rest.removeFirst(step.length)
            if let key = step.key { keys.append(key) }
        }
        return keys
    }

    /// Decodes the waiting bytes as they are, because nothing more has come for a while.
    mutating func settle() -> [Key] {
        defer { rest = [] }
        return rest == [0x1B] ? [.escape] : []
    }

    private typealias Step = (key: Key?, length: Int)

    private static func next(in bytes: [UInt8]) -> Step? {
        guard let first = bytes.first else { return nil }
        if first == 0x1B { return sequence(in: bytes) }
        if first < 0x20 || first == 0x7F { return (controls[first], 1) }
        return character(in: bytes)
    }

    /// A character of one to four bytes (UTF-8); a byte that begins none is dropped.
    private static func character(in bytes: [UInt8]) -> Step? {
        let length =
            switch bytes[0] {
            case 0x00..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard length > 0 else { return (nil, 1) }
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes[..<length], as: UTF8.self)
        guard text.unicodeScalars.count == 1, let character = text.first, character != "\u{FFFD}"
        else { return (nil, 1) }
        return (.character(character), length)
    }

    private static func sequence(in bytes: [UInt8]) -> Step? {
        guard bytes.count > 1 else { return nil }
        if bytes[1] == UInt8(ascii: "O") {
            guard bytes.count > 2 else { return nil }
            return (finals[bytes[2]], 3)
        }
        // Escape followed quickly by another key.
        guard bytes[1] == UInt8(ascii: "[") else { return (.escape, 1) }
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            // Too long for the sequence of a key.
            return bytes.count > 32 ? (nil, bytes.count) : nil
        }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
        let key = bytes[end] == UInt8(ascii: "~") ? numbered[parameters] : finals[bytes[end]]
        return (key, end + 1)
    }

    private static let controls: [UInt8: Key] = [
        0x03: .interrupt, 0x04: .endOfInput, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
        0x0D: .enter, 0x0E: .down, 0x10: .up, 0x15: .clear, 0x17: .deleteWord, 0x1A: .suspend,
        0x7F: .backspace, 0x01: .home, 0x05: .end,
    ]
    private static let finals: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]
    private static let numbered: [String: Key] = [
        "1": .home, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
    ]
}

/// A key that a person pressed.
enum Key: Sendable, Hashable {
    case character(Character)
    case enter
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-Z.
    case suspend
    /// Ctrl-D.
    case endOfInput
    case tab
    case backspace
    case delete
    /// Ctrl-U.
    case clear
    /// Ctrl-W.
    case deleteWord
    case up, down, left, right
    case home, end, pageUp, pageDown

    /// The typed line after this key; `nil` for a key that edits nothing.
    func edited(_ line: String) -> String? {
        switch self {
        case .character(let character): line + String(character)
        case .backspace, .delete: String(line.dropLast())
        case .deleteWord:
            String(line.reversed().drop { $0 == " " }.drop { $0 != " " }.reversed())
        case .clear: ""
        default: nil
        }
    }
}

/// Asks questions: on the terminal, where secrets are not echoed, or line by line from a pipe.
package struct Prompt: Sendable {
    /// Whether a person types the answers.
    package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// The answer to a question that is no secret; an empty one is `nil`.
    ///
    /// The terminal keeps its mode, so that lines can be edited as usual and Ctrl-C ends the
    /// program. Blocks the thread.
    ///
    /// - Throws: the ``ExitStatus`` of leaving with Ctrl-D; a ``CommandFailure`` without a person
    ///   to answer.
    package static func answer(to question: String) throws -> String? {
        if isInteractive { Terminal.put("\(question): ") }
        guard let line = readLine() else {
            if isInteractive { throw ExitStatus.signalled(SIGINT) }
            throw CommandFailure(
                .usage, code: "no-answer",
                problem: "standard input ended without an answer to: \(question)",
                fix: "write the answers to standard input, one a line, or give them as options")
        }
        return secret(line)?.reveal()
    }

    private let keyboard: Keyboard?

    /// - Throws: ``CommandFailure`` if standard input is a terminal that can't be used.
    package init() async throws(CommandFailure) {
        guard Self.isInteractive else {
            keyboard = nil
            return
        }
        guard let keyboard = await Keyboard() else {
            throw CommandFailure(
                .environment, code: "no-terminal", problem: "there is no terminal to ask on",
                fix: "write the answers to standard input, one a line")
        }
        self.keyboard = keyboard
    }

    /// The answers to the questions, in order; an empty answer is `nil`.
    ///
    /// - Throws: the ``ExitStatus`` of leaving: 130, or that of a signal.
    package func answers(to questions: [String]) async throws -> [Secret?] {
        guard let keyboard else { return questions.map { _ in Self.secret(readLine() ?? "") } }
        defer { keyboard.close() }
        var answers: [Secret?] = []
        var events = keyboard.events.makeAsyncIterator()
        for question in questions {
            keyboard.write("\(question): ")
            // Also on leaving: the next output begins a new line.
            defer { keyboard.write("\r\n") }
            var text = ""
            while try Self.goesOn(after: await events.next(), &text) {}
            answers.append(Self.secret(text))
        }
        return answers
    }

    /// Adds one key to an answer; returns `false` when it is complete.
    private static func goesOn(after event: KeyboardEvent?, _ text: inout String) throws -> Bool {
        switch event {
        case .key(.enter): return false
        case .key(.interrupt), .key(.escape), .key(.endOfInput): throw ExitStatus.signalled(SIGINT)
        case .key(let key): text = key.edited(text) ?? text
        case .ended(let signal): throw ExitStatus.signalled(signal)
        case .redraw: break
        case nil: throw ExitStatus.signalled(SIGHUP)
        }
        return true
    }

    private static func secret(_ text: String) -> Secret? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : Secret(trimmed)
    }
}
