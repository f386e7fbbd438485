import Glibc
import Subprocess
import SystemPackage
import Threads

/// One run of a program: bytes go in, an exit code and, if wanted, bytes come out.
///
/// The program is started without a shell, in the folder `/` unless it is attached, in a process group
/// of its own, with no signal blocked or ignored, with standard input, output and error, and no other
/// open file. Nothing of it is left when the run ends, except what it deliberately left behind after a
/// regular end.
///
/// ```swift
/// let spec = ProcessSpec(command: ["/usr/bin/sort"], input: Array("b\na\n".utf8), longestOutput: 100)
/// let report = await ChildProcess.run(spec)
/// ```
public enum ChildProcess: Sendable {
    /// Runs a program to its end, to the limit or until the task is cancelled.
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
            // Cut short, whichever of the two noticed first; a regular end stays one.
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
        guard spec.longestOutput > 0 else {
            return try await Subprocess.run(
                configuration, input: .inputWriter, output: .discarded, error: .sequence
            ) { execution in
                async let sending: Void = send(spec.input, to: execution.standardInputWriter)
                await collect(execution.standardError, upTo: ProgramOutput.longestComplaint) {
                    bytes in
                    said.withLock { $0.complaint += bytes }
                }
                await sending
            }.terminationStatus
        }
        return try await Subprocess.run(
            configuration, input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
            async let sending: Void = send(spec.input, to: execution.standardInputWriter)
            async let complaining: Void = collect(
                execution.standardError, upTo: ProgramOutput.longestComplaint
            ) { bytes in said.withLock { $0.complaint += bytes } }
            // One byte more shows that there was too much.
            await collect(execution.standardOutput, upTo: spec.longestOutput + 1) { bytes in
                let count = said.withLock {
                    $0.output += bytes
                    return $0.output.count
                }
                guard count > spec.longestOutput else { return }
                try? execution.send(signal: .kill, toProcessGroup: true)
            }
            await complaining
            await sending
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

    /// Sends what the program is to read; that it does not read is no failure.
    private static func send(_ bytes: [UInt8], to writer: StandardInputWriter) async {
        if !bytes.isEmpty { _ = try? await writer.write(bytes) }
        try? await writer.finish()
    }

    /// Hands on so many bytes; the rest is read and dropped, so that the program never waits.
    private static func collect(
        _ stream: SubprocessOutputSequence, upTo limit: Int,
        _ take: @Sendable ([UInt8]) -> Void
    ) async {
        var room = limit
        do {
            for try await buffer in stream where room > 0 {
                let piece = buffer.withUnsafeBytes { Array($0.prefix(room)) }
                room -= piece.count
                take(piece)
            }
        } catch {
            // The program has ended; what it has said so far counts.
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

/// What a program has written so far.
private struct ProgramOutput: Sendable {
    static let longestComplaint = 4_096

    var output: [UInt8] = []
    var complaint: [UInt8] = []

    func report(_ ending: ChildReport.ExitReason, longestOutput: Int) -> ChildReport {
        let line = complaint.split(separator: 0x0A, maxSplits: 1).first ?? []
        return ChildReport(
            ending: output.count > longestOutput ? .tooLong : ending,
            output: Array(output.prefix(longestOutput)),
            complaint: String(decoding: line, as: UTF8.self))
    }
}
