import CForeign
import Foundation
import HTTP
import Threads

/// A program that runs beside a test: lines go in, lines come out.
///
/// ```swift
/// let process = try ForeignProcess(["cat"])
/// process.send("hello")
/// let line = try await process.line(startingWith: "hello")
/// ```
///
/// Not Foundation's `Process`, which crashes now and then when tests start many at a time.
public final class ForeignProcess: Sendable {
    /// What a program did not do.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// What was waited for, and what came instead.
        public let description: String

        /// Tells what happened.
        public init(description: String) {
            self.description = description
        }
    }

    /// How long tests wait for another process before they give up.
    ///
    /// It only bounds how long a failing test takes; no expectation rests on it, because a machine may
    /// be as slow as it likes.
    public static let longest = Duration.seconds(300)

    private struct Output: Sendable {
        var lines: [String] = []
        var hasEnded = false
    }

    /// Its number.
    public let id: Int32
    /// How it ended, as `waitpid` says it; `nil` before anybody asked.
    private let status = Lock<Int32?>(nil)
    /// The end of its standard input that we write to; -1 once that was closed.
    private let input: Lock<Int32>
    private let output = Lock(Output())
    private let errors: URL

    /// Starts a program found on the path, with exactly this environment if one is given.
    public init(_ command: [String], environment: [String: String]? = nil) throws {
        errors = FileManager.default.temporaryDirectory
            .appendingPathComponent("stderr-\(UUID().uuidString)")
        let variables = environment ?? ProcessInfo.processInfo.environment
        let complaints = open(errors.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let (fed, printed) = (try Self.pipe(), try Self.pipe())
        defer { for end in [complaints, fed.reading, printed.writing] { close(end) } }
        input = Lock(fed.writing)
        id = try Self.start(
            // It looks for the program on the path of the environment that is given.
            ["/usr/bin/env"] + command, variables.map { "\($0)=\($1)" }, input: fed.reading,
            output: printed.writing, errors: complaints)
        follow(printed.reading)
    }

    deinit {
        endInput()
        try? FileManager.default.removeItem(at: errors)
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard sv_foreign_pipe(&ends) == 0 else {
            throw Failure(description: "no pipe: error \(errno)")
        }
        return (ends[0], ends[1])
    }

    private static func start(
        _ command: [String], _ environment: [String], input: Int32, output: Int32, errors: Int32
    ) throws -> Int32 {
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var child: Int32 = 0
        let failure = sv_foreign_start(&child, input, output, errors, arguments, variables)
        guard failure == 0 else {
            throw Failure(description: "\(command) did not start: error \(failure)")
        }
        return child
    }

    /// Whether it runs.
    public var isRunning: Bool { status.withLock { Self.isRunning(id, &$0) } }

    /// Looks whether it has ended; its number is its own until then.
    private static func isRunning(_ id: Int32, _ status: inout Int32?) -> Bool {
        guard status == nil else { return false }
        var found: Int32 = 0
        guard waitpid(id, &found, WNOHANG) == id else { return true }
        status = found
        return false
    }

    /// What it wrote to standard error so far.
    public var errorText: String {
        (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    }

    /// Writes a line to its standard input.
    public func send(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        input.withLock { input in
            while !bytes.isEmpty, input >= 0 {
                let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
                guard count > 0 || errno == EINTR else { return }
                bytes = bytes.dropFirst(max(0, count))
            }
        }
    }

    /// Ends its standard input.
    public func endInput() {
        input.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) {
        status.withLock { if Self.isRunning(id, &$0) { kill(id, number) } }
    }

    /// Waits for a line and takes it out of the output.
    public func line(
        startingWith prefix: String, within limit: Duration = longest
    ) async throws -> String {
        var found: String?
        _ = await eventually(within: limit) {
            found = self.take(prefix)
            return found != nil || (self.output.withLock { $0.hasEnded })
        }
        if let line = found ?? take(prefix) { return line }
        let seen = output.withLock { $0.lines }
        throw Failure(description: "no line '\(prefix)'; others: \(seen); errors: \(errorText)")
    }

    /// Waits for its end and returns the exit code, negative for the signal that ended it.
    public func exitCode(within limit: Duration = longest) async throws -> Int32 {
        guard await eventually(within: limit, { !self.isRunning }) else {
            signal(SIGKILL)
            throw Failure(description: "it did not end")
        }
        // Its last lines may still be in the pipe; a child of its own may hold that open for longer.
        _ = await eventually(within: .seconds(20)) { self.output.withLock { $0.hasEnded } }
        let found = status.withLock { $0 ?? 0 }
        let signal = found & 0x7F
        return signal == 0 ? found >> 8 & 0xFF : -signal
    }

    /// Runs a program to its end and returns its exit code.
    public static func run(_ command: [String]) async throws -> Int32 {
        try await ForeignProcess(command).exitCode()
    }

    /// Blocks until it has ended and returns its exit code; for values that are made once.
    public func wait() -> Int32 {
        sv_foreign_wait(id)
        while isRunning {}
        return status.withLock { ($0 ?? 0) >> 8 & 0xFF }
    }

    /// Every line so far that was not taken out, in order.
    public var lines: [String] { output.withLock { $0.lines } }

    /// Takes out every line so far, so that only what comes from now on is seen.
    public func dropLines() {
        output.withLock { $0.lines = [] }
    }

    private func take(_ prefix: String) -> String? {
        output.withLock { output in
            output.lines.firstIndex { $0.hasPrefix(prefix) }.map { output.lines.remove(at: $0) }
        }
    }

    /// Reads what it prints, on a thread of its own, and sees it off when it has ended.
    private func follow(_ descriptor: Int32) {
        Thread.detachNewThread { [output, status, id] in
            var rest = Data()
            while let piece = Self.piece(from: descriptor) {
                rest.append(piece)
                Self.keepLines(of: &rest, in: output)
            }
            close(descriptor)
            output.withLock { $0.hasEnded = true }
            sv_foreign_wait(id)
            _ = status.withLock { Self.isRunning(id, &$0) }
        }
    }

    /// The next bytes; `nil` at the end.
    private static func piece(from descriptor: Int32) -> Data? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { return Data(buffer[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    private static func keepLines(of rest: inout Data, in output: Lock<Output>) {
        while let end = rest.firstIndex(of: 0x0A) {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            output.withLock { $0.lines.append(line) }
            rest = Data(rest[(end + 1)...])
        }
    }
}

/// Looks at a condition again and again until it holds; false after the limit.
///
/// Only for what happens in other processes, which can't tell us when they are done.
public func eventually(
    within limit: Duration = ForeignProcess.longest, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try await condition()
}
