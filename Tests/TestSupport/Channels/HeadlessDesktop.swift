public import Foundation
import Glibc
import HTTP
import Threads

/// A desktop of its own for a test, made by `contrib/headless/headless-desktop`.
///
/// ```swift
/// let desktop = try await HeadlessDesktop(.dunst)
/// defer { desktop.stop() }
/// let shown = try await desktop.run(["dunstctl", "count", "displayed"])
/// ```
public final class HeadlessDesktop: Sendable {
    /// Who shows notifications.
    public enum Daemon: Sendable {
        /// dunst, on an X server without a screen.
        case dunst
        /// A script that logs what it is told; what it says it can do.
        case scripted(capabilities: String = "body body-markup actions")
        /// Nobody.
        case none

        var arguments: [String] {
            switch self {
            case .dunst: ["-d", "dunst"]
            case .scripted(let capabilities): ["-d", "scripted", "-c", capabilities]
            case .none: ["-d", "none"]
            }
        }
    }

    /// Where logs, screenshots and the scripted daemon's files are.
    public let folder: URL
    /// The environment of what runs on this desktop.
    public let environment: [String: String]
    private let holder: ForeignProcess
    private let helpers = Lock<[ForeignProcess]>([])

    /// Starts a desktop; `services` is a folder of D-Bus service files the bus may start.
    public init(_ daemon: Daemon, services: URL? = nil) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("headless-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = Self.scripts.appendingPathComponent("headless-desktop").path
        let service = services.map { ["-s", $0.path] } ?? []
        // Writes down what a command sees, then lives until its input ends.
        let hold = "env -0 >\"$HEADLESS_DIR/environment\"; echo up; cat; rm -rf \"$HEADLESS_DIR\""
        holder = try ForeignProcess(
            [script] + daemon.arguments + service + ["-o", folder.path, "--", "sh", "-c", hold])
        _ = try await holder.line(startingWith: "up")
        environment = try Self.environment(
            in: folder.appendingPathComponent("environment"))
    }

    deinit {
        stop()
    }

    /// The scripts of `contrib/headless`.
    public static var scripts: URL {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("contrib/headless")
    }

    /// The number of a process that the script started: `BUS`, `DAEMON`.
    public func processID(_ name: String) -> Int32? {
        environment["HEADLESS_\(name)_PID"].flatMap { Int32($0) }
    }

    /// Starts a command on this desktop that runs on until ``stop()``.
    @discardableResult
    public func start(_ command: [String]) throws -> ForeignProcess {
        let process = try ForeignProcess(command, environment: environment)
        helpers.withLock { $0.append(process) }
        return process
    }

    /// Runs a command on this desktop to its end and returns what it printed.
    public func run(_ command: [String]) async throws -> String {
        let output = folder.appendingPathComponent(UUID().uuidString)
        let quoted = command.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        let process = try start(
            ["sh", "-c", "\(quoted.joined(separator: " ")) >'\(output.path)'"])
        let code = try await process.exitCode()
        guard code == 0 else {
            throw ForeignProcess.Failure(
                description: "\(command) ended with \(code): \(process.errorText)")
        }
        return try String(contentsOf: output, encoding: .utf8)
    }

    /// Ends everything that runs on this desktop, and the desktop.
    public func stop() {
        for process in helpers.withLock({ $0 }) {
            process.signal(SIGTERM)
            process.signal(SIGCONT)
        }
        holder.endInput()
    }

    private static func environment(in file: URL) throws -> [String: String] {
        let text = try String(contentsOf: file, encoding: .utf8)
        var result: [String: String] = [:]
        for entry in text.split(separator: "\0") {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
        }
        return result
    }
}
