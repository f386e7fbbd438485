import Foundation
import Synchronization

/// A program that runs beside the test, with its output in files.
///
/// It is killed when the value goes away, so that a failing test leaves nothing behind.
final class ChildProcess: Sendable {
    /// What the program wrote to standard output so far.
    var output: String { Self.text(of: outputFile) }
    /// What the program wrote to standard error so far.
    var errors: String { Self.text(of: errorFile) }
    /// The process identifier.
    let processID: Int32

    private let outputFile: URL
    private let errorFile: URL
    private let exit: ExitBox

    /// Starts `executable`; nothing of the test's own environment is handed on but `PATH`.
    init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:],
        in folder: URL, input: URL? = nil
    ) throws {
        let name = "\(executable.lastPathComponent)-\(UUID().uuidString.prefix(8))"
        outputFile = folder.appending(path: "\(name).out")
        errorFile = folder.appending(path: "\(name).err")
        for file in [outputFile, errorFile] {
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = environment.merging(
            ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        ) { own, _ in own }
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
        let box = ExitBox()
        exit = box
        process.terminationHandler = { ended in
            let status = ended.terminationStatus
            box.set(ended.terminationReason == .uncaughtSignal ? -status : status)
        }
        try process.run()
        processID = process.processIdentifier
    }

    deinit {
        if exit.value == nil { kill(processID, SIGKILL) }
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        kill(processID, number)
    }

    /// Waits for the end; the negative number of a signal if one ended it.
    func status() async throws -> Int32 {
        try await eventually("process \(processID) ends") { self.exit.value }
    }

    /// Waits until standard output has a line with `part`, and returns that line.
    func line(containing part: String) async throws -> String {
        try await eventually("'\(part)' in the output; errors: \(errors)") {
            self.output.split(separator: "\n").map(String.init).first { $0.contains(part) }
        }
    }

    /// How many lines of standard output have `part`.
    func count(of part: String) -> Int {
        output.split(separator: "\n").filter { $0.contains(part) }.count
    }

    private static func text(of file: URL) -> String {
        (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
}

/// Holds the exit status once there is one.
private final class ExitBox: Sendable {
    private let status = Mutex<Int32?>(nil)

    var value: Int32? { status.withLock { $0 } }

    func set(_ number: Int32) {
        status.withLock { $0 = number }
    }
}
