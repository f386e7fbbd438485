import Foundation
import Glibc

/// One run of a program: bytes go in, an exit code and, if wanted, bytes come out.
///
/// The program is started without a shell, in the folder `/` unless it is attached, in a process group
/// of its own, with no signal blocked or ignored, with standard input, output and error, and no other
/// open file. Two
/// threads look after it while it runs; nothing of it is left when they end, except what it
/// deliberately left behind after a regular end.
///
/// ```swift
/// let order = ChildOrder(command: ["/usr/bin/sort"], input: Array("b\na\n".utf8), longestOutput: 100)
/// let report = await ChildProcess.run(order)
/// ```
public final class ChildProcess: Sendable {
    private let order: ChildOrder
    private let wake: PipeEnds

    /// Runs a program to its end, to the limit or until the task is cancelled.
    public static func run(_ order: ChildOrder) async -> ChildReport {
        guard let process = ChildProcess(order) else {
            return ChildReport(ending: .notStarted(EMFILE))
        }
        return await process.run()
    }

    /// Prepares a run; `nil` if the system gives no more file descriptors.
    private init?(_ order: ChildOrder) {
        guard let wake = PipeEnds() else { return nil }
        self.wake = wake
        self.order = order
    }

    private func run() async -> ChildReport {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    continuation.resume(returning: supervise())
                }
            }
        } onCancel: {
            wake.send(Word.cancel)
        }
    }

    /// What the other threads tell the one that supervises.
    private enum Word {
        static let ended: UInt8 = 1
        static let cancel: UInt8 = 2
    }

    private func supervise() -> ChildReport {
        Self.blockSignals()
        guard let pipes = ChildPipes(withOutput: order.longestOutput > 0) else {
            return ChildReport(ending: .notStarted(errno))
        }
        defer { pipes.close() }
        switch start(pipes) {
        case .success(let child):
            pipes.closeTheChildsEnds()
            watch(child)
            return report(of: child, pipes)
        case .failure(let failure):
            return ChildReport(ending: .notStarted(failure.number))
        }
    }

    private func start(_ pipes: ChildPipes) -> Result<pid_t, ChildLaunch.Failure> {
        let launch = ChildLaunch(
            command: order.command, environment: order.environment,
            folder: order.isAttached ? nil : "/")
        guard !order.isAttached else {
            return launch.start(
                input: pipes.input.reading, output: STDOUT_FILENO, errors: STDERR_FILENO)
        }
        return launch.start(
            input: pipes.input.reading, output: pipes.output?.writing ?? -1,
            errors: pipes.errors.writing)
    }

    private func report(of child: pid_t, _ pipes: ChildPipes) -> ChildReport {
        var streams = ChildStreams(
            pipes, wake: wake, bytes: order.input, longestOutput: order.longestOutput)
        let ending = follow(child, &streams)
        streams.drain()
        return ChildReport(
            ending: streams.output.isCut ? .tooLong : ending, output: streams.output.bytes,
            complaint: streams.complaint)
    }

    /// Moves bytes until the program has ended, and ends it when it is time.
    private func follow(_ child: pid_t, _ streams: inout ChildStreams) -> ChildReport.Ending {
        let deadline = ContinuousClock.now + order.limit
        var reason: ChildReport.Ending?
        while true {
            switch streams.move(until: reason == nil ? deadline : nil) {
            case Word.ended:
                let ending = Self.reap(child)
                return reason ?? ending
            case Word.cancel where reason == nil: reason = .cancelled
            case nil where reason == nil && streams.output.isCut: reason = .tooLong
            case nil where reason == nil && ContinuousClock.now >= deadline: reason = .timedOut
            default: continue
            }
            // The whole group; its leader is not yet reaped, so the number can't be another's.
            kill(-child, SIGKILL)
        }
    }

    /// Tells when the program has ended, without taking its exit code away.
    private func watch(_ child: pid_t) {
        Thread.detachNewThread { [wake] in
            var information = siginfo_t()
            while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {
            }
            wake.send(Word.ended)
        }
    }

    private static func reap(_ child: pid_t) -> ChildReport.Ending {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    /// A program that stops reading must not end this one; signals are other threads' business.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}
