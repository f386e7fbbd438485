import Foundation
import Glibc
import HTTP

/// A program that runs beside a test: lines go in, lines come out.
///
/// ```swift
/// let process = try ForeignProcess(["cat"])
/// process.send("hello")
/// let line = try await process.line(startingWith: "hello")
/// ```
///
/// Unchecked, because `Process` is not marked as sendable; only its thread-safe parts are used
/// once it runs.
public final class ForeignProcess: @unchecked Sendable {
    /// What a program did not do.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// What was waited for, and what came instead.
        public let description: String

        /// Tells what happened.
        public init(description: String) {
            self.description = description
        }
    }

    private struct Output: Sendable {
        var lines: [String] = []
        var hasEnded = false
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Lock(Output())
    private let errors: URL

    /// Starts a program found on the path, with exactly this environment if one is given.
    public init(_ command: [String], environment: [String: String]? = nil) throws {
        let errors = FileManager.default.temporaryDirectory
            .appendingPathComponent("stderr-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        self.errors = errors
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Tasks run on threads with blocked signals, which a program would inherit; it could
        // not be asked to end then.
        process.arguments = ["--default-signal"] + command
        process.environment = environment ?? ProcessInfo.processInfo.environment
        process.standardInput = input
        process.standardError = try FileHandle(forWritingTo: errors)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        readAll(pipe.fileHandleForReading)
    }

    deinit {
        try? FileManager.default.removeItem(at: errors)
    }

    /// Its number.
    public var id: Int32 { process.processIdentifier }

    /// Whether it runs.
    public var isRunning: Bool { process.isRunning }

    /// What it wrote to standard error so far.
    public var errorText: String {
        (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    }

    /// Writes a line to its standard input.
    public func send(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends its standard input.
    public func endInput() {
        try? input.fileHandleForWriting.close()
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) {
        if process.isRunning { kill(id, number) }
    }

    /// Waits for a line and takes it out of the output.
    public func line(
        startingWith prefix: String, within limit: Duration = .seconds(30)
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
    public func exitCode(within limit: Duration = .seconds(30)) async throws -> Int32 {
        guard await eventually(within: limit, { !self.process.isRunning }) else {
            kill(id, SIGKILL)
            throw Failure(description: "it did not end")
        }
        // Its last lines may still be in the pipe; a child of its own may hold that open for longer.
        _ = await eventually(within: .seconds(2)) { self.output.withLock { $0.hasEnded } }
        let code = process.terminationStatus
        return process.terminationReason == .uncaughtSignal ? -code : code
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

    private func readAll(_ handle: FileHandle) {
        Thread.detachNewThread { [output] in
            var rest = Data()
            var data = handle.availableData
            while !data.isEmpty {
                rest.append(data)
                Self.keepLines(of: &rest, in: output)
                data = handle.availableData
            }
            output.withLock { $0.hasEnded = true }
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
    within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try await condition()
}
