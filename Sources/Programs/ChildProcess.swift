import Glibc
import Subprocess
import SystemPackage
import Threads

/// One run of a program: bytes go in, an exit code and, if wanted, bytes come out.
///
/// The program is started without a shell, in a process group of its own, and in the folder `/`
/// unless it is attached. No signal is blocked or ignored. Only standard input, output and error
/// are open. Nothing of it is left when the run ends, except processes that it deliberately left
/// behind after a regular end.
public enum ChildProcess: Sendable {
    public static func run(_ spec: ProcessSpec) async -> ChildReport {
        _ = ignoresBrokenPipes
        let said = Lock(ProgramOutput())
        let ending = await withTaskGroup(of: ChildReport.ExitReason.self) { group in
            group.addTask { await execute(spec, said) }
            group.addTask {
                // Ends early when the task is cancelled.
                try? await Task.sleep(for: spec.limit)
                return .timedOut
            }
            let first = await group.next() ?? .cancelled
            // Cancelling the run kills the program and everything in its group.
            group.cancelAll()
            await group.waitForAll()
            guard Task.isCancelled else { return first }
            // Interrupted, whichever of the two noticed first; a regular end stays one.
            if case .exited = first { return first }
            return .cancelled
        }
        return said.withLock { $0.report(ending, longestOutput: spec.longestOutput) }
    }

    /// A program that stops reading must not end this one.
    private static let ignoresBrokenPipes: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return true
    }()

    private static func execute(
        _ spec: ProcessSpec, _ said: Lock<ProgramOutput>
    ) async -> ChildReport.ExitReason {
        guard let path = spec.command.first else { return .notStarted(ENOENT) }
        do {
            return ending(try await status(of: spec, path, said))
        } catch let error as SubprocessError {
            return .notStarted(number(of: error, path))
        } catch {
            return .cancelled
        }
    }

    private static func status(
        of spec: ProcessSpec, _ path: String, _ said: Lock<ProgramOutput>
    ) async throws -> TerminationStatus {
        let configuration = configuration(for: spec, path)
        if spec.isAttached {
            return try await Subprocess.run(
                configuration, input: .none, output: .currentStandardOutput,
                error: .currentStandardError
            ).terminationStatus
        }
        @Sendable func talk(
            _ input: StandardInputWriter, _ errors: SubprocessOutputSequence
        ) async {
            async let sending: Void = send(spec.input, to: input)
            await collect(errors, upTo: .max) { bytes in said.withLock { $0.takeErrors(bytes) } }
            await sending
        }
        guard spec.longestOutput > 0 else {
            return try await Subprocess.run(
                configuration, input: .inputWriter, output: .discarded, error: .sequence
            ) { await talk($0.standardInputWriter, $0.standardError) }.terminationStatus
        }
        return try await Subprocess.run(
            configuration, input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
            async let talking: Void = talk(execution.standardInputWriter, execution.standardError)
            // One byte more shows that there was too much.
            await collect(execution.standardOutput, upTo: spec.longestOutput + 1) { bytes in
                let count = said.withLock {
                    $0.output += bytes
                    return $0.output.count
                }
                guard count > spec.longestOutput else { return }
                try? execution.send(signal: .kill, toProcessGroup: true)
            }
            await talking
        }.terminationStatus
    }

    private static func configuration(for spec: ProcessSpec, _ path: String) -> Configuration {
        var platform = PlatformOptions()
        platform.processGroupID = 0
        platform.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
        ]
        let variables = spec.environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
        return Configuration(
            executable: .path(FilePath(path)),
            arguments: Arguments(Array(spec.command.dropFirst())),
            environment: .custom(Dictionary(variables) { _, last in last }),
            workingDirectory: spec.isAttached ? nil : "/", platformOptions: platform)
    }

    /// Sends the program its input; a program that does not read it is no failure.
    private static func send(_ bytes: [UInt8], to writer: StandardInputWriter) async {
        if !bytes.isEmpty { _ = try? await writer.write(bytes) }
        try? await writer.finish()
    }

    /// Passes on a number of bytes; the rest is read and dropped, so that the program never blocks.
    private static func collect(
        _ stream: SubprocessOutputSequence, upTo limit: Int, _ take: @Sendable ([UInt8]) -> Void
    ) async {
        var room = limit
        do {
            for try await buffer in stream where room > 0 {
                let piece = buffer.withUnsafeBytes { Array($0.prefix(room)) }
                room -= piece.count
                take(piece)
            }
        } catch {
            // The program has ended; its output so far counts.
        }
    }

    private static func ending(_ status: TerminationStatus) -> ChildReport.ExitReason {
        switch status {
        case .exited(let code): .exited(code)
        case .signaled(let number): .signalled(number)
        }
    }

    /// The system's number for why a program was not started.
    private static func number(of error: SubprocessError, _ path: String) -> Int32 {
        if error.code == .executableNotFound { return access(path, F_OK) == 0 ? EACCES : ENOENT }
        return error.underlyingError?.rawValue ?? EIO
    }
}

/// The output of a program so far.
private struct ProgramOutput: Sendable {
    static let longestComplaint = 65_536

    var output: [UInt8] = []
    /// The last line of standard error that is not empty, and the one that is not complete yet.
    private var complaint: [UInt8] = []
    private var line: [UInt8] = []

    /// Takes bytes of standard error.
    ///
    /// Of a long line the beginning is kept: in its middle, part of a secret would not be
    /// recognised as one.
    mutating func takeErrors(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if number > 0 {
                complaint = lastComplaint
                line = []
            }
            line += part.prefix(Self.longestComplaint - line.count)
        }
    }

    /// If a script ends in an error, the last line says which.
    private var lastComplaint: [UInt8] { line.contains { $0 > 0x20 } ? line : complaint }

    func report(_ ending: ChildReport.ExitReason, longestOutput: Int) -> ChildReport {
        ChildReport(
            ending: output.count > longestOutput ? .tooLong : ending,
            output: Array(output.prefix(longestOutput)),
            complaint: String(decoding: lastComplaint, as: UTF8.self))
    }
}

/// How a program is started.
public struct ProcessSpec: Sendable {
    public var command: [String]
    public var environment: [String: String]
    /// Its standard input; a program that does not read it is no failure.
    public var input: [UInt8]
    /// How many bytes of its output are kept; 0 discards the output.
    public var longestOutput: Int
    public var limit: Duration
    /// Whether it works in this program's folder and writes to the same terminal or file.
    ///
    /// It is for a program that a person named on the command line. Such a program gets no input,
    /// and its output is not kept.
    public var isAttached = false

    /// How long a program may run unless settings say otherwise.
    public static let standardLimit = Duration.seconds(30)

    public init(
        command: [String], environment: [String: String] = [:], input: [UInt8] = [],
        longestOutput: Int = 0, limit: Duration = ProcessSpec.standardLimit
    ) {
        self.command = command
        self.environment = environment
        self.input = input
        self.longestOutput = longestOutput
        self.limit = limit
    }

    /// The part of an environment that a program needs to find other programs, its home and its
    /// language.
    ///
    /// The rest may contain secrets that settings refer to; a person may add `more` of it.
    public static func minimalEnvironment(
        of environment: [String: String], and more: Set<String> = []
    ) -> [String: String] {
        var kept = environment.filter { passedOn.contains($0.key) || more.contains($0.key) }
        if kept["PATH"]?.isEmpty ?? true { kept["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return kept
    }

    private static let passedOn: Set<String> = [
        "HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "TZ", "USER", "XDG_RUNTIME_DIR",
    ]
}

/// How a program ended, and its output.
public struct ChildReport: Sendable {
    public enum ExitReason: Sendable, Equatable {
        case exited(Int32)
        /// By a signal that another process sent.
        case signalled(Int32)
        /// It took too long and was killed, with every process it had started.
        case timedOut
        /// It wrote more than was wanted and was killed, with every process it had started.
        case tooLong
        /// Its caller was cancelled; it was killed too.
        case cancelled
        /// It could not be started, for this reason (`errno`).
        case notStarted(Int32)
    }

    public let ending: ExitReason
    /// Its standard output; empty if it was not wanted.
    public var output: [UInt8] = []
    /// The last line of its standard error, unchanged.
    public var complaint: String = ""

    /// Why a program could not be started, by the system's error number.
    public static func words(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case EACCES: "it must not be executed"
        case ENOEXEC: "it is no program; a script needs #! in its first line"
        case EMFILE, ENFILE: "too many files are open"
        default: "system error \(number)"
        }
    }
}
