import Foundation
import Glibc

/// One run of a program: bytes go in, an exit code comes out.
///
/// The program is started without a shell, in the folder `/`, in a process group of its own, with no
/// signal blocked or ignored, with standard input, output (nowhere) and error, and no other open
/// file. Two threads look after it while it runs; nothing of it is left when they end, except what
/// it deliberately left behind after a regular end.
final class ChildProcess: Sendable {
    private let command: [String]
    private let environment: [String: String]
    private let input: [UInt8]
    private let limit: Duration
    private let wake: PipeEnds

    /// Prepares a run; `nil` if the system gives no more file descriptors.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: its whole environment.
    ///   - input: what it reads; a program that does not read it is no failure.
    ///   - limit: the time until it is killed.
    init?(command: [String], environment: [String: String], input: [UInt8], limit: Duration) {
        guard let wake = PipeEnds() else { return nil }
        self.wake = wake
        self.command = command
        self.environment = environment
        self.input = input
        self.limit = limit
    }

    deinit {
        wake.close()
    }

    /// Runs the program to its end, to the limit or until the task is cancelled.
    func run() async -> ChildReport {
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
        guard let input = PipeEnds() else {
            return .init(ending: .notStarted(errno), complaint: "")
        }
        defer { input.close() }
        guard let errors = PipeEnds() else {
            return .init(ending: .notStarted(errno), complaint: "")
        }
        defer { errors.close() }
        let launch = ChildLaunch(command: command, environment: environment)
        let child: pid_t
        switch launch.start(input: input.reading, errors: errors.writing) {
        case .success(let number): child = number
        case .failure(let failure):
            return .init(ending: .notStarted(failure.number), complaint: "")
        }
        input.closeReading()
        errors.closeWriting()
        watch(child)
        var streams = ChildStreams(input: input, errors: errors, wake: wake, bytes: self.input)
        let ending = follow(child, &streams)
        streams.drain()
        return ChildReport(ending: ending, complaint: streams.complaint)
    }

    /// Moves bytes until the program has ended, and ends it when it is time.
    private func follow(_ child: pid_t, _ streams: inout ChildStreams) -> ChildReport.Ending {
        let deadline = ContinuousClock.now + limit
        var reason: ChildReport.Ending?
        while true {
            switch streams.move(until: reason == nil ? deadline : nil) {
            case Word.ended:
                let ending = Self.reap(child)
                return reason ?? ending
            case Word.cancel where reason == nil: reason = .cancelled
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
