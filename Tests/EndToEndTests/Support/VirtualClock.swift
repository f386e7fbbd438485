import Foundation
import HTTP
import TestSupport
import Threads

/// A clock that a test moves, for programs that run beside it; see contrib/clock/virtual-clock.c.
///
/// It stands still until it is moved, so that nothing depends on how fast the machine is. Times are
/// those of Norwegian clocks.
final class VirtualClock: Sendable {
    private struct Clocks: Sendable {
        var wall: Int64
        /// As if the machine had been started long ago.
        var boot: Int64 = 1_000_000_000
    }

    private let file: URL
    private let clocks: Lock<Clocks>

    /// Makes a clock that shows `time`, such as `2026-03-06 09:00`.
    init(at time: String, in scratch: Scratch) throws {
        _ = try Self.library.get()
        file = scratch.path("clock-\(UUID().uuidString.prefix(8))")
        clocks = Lock(Clocks(wall: try Self.milliseconds(of: time)))
        try Data(repeating: 0, count: 24).write(to: file)
        move { _ in }
    }

    /// What a program needs in its environment to have this clock.
    var environment: [String: String] {
        get throws {
            ["LD_PRELOAD": try Self.library.get().path, "VIRTUAL_CLOCK": file.path]
        }
    }

    /// Lets time pass at once, as a suspend does.
    func pass(_ time: Duration) {
        let milliseconds = Int64(time / .milliseconds(1))
        move {
            $0.wall += milliseconds
            $0.boot += milliseconds
        }
    }

    /// Lets time pass until the wall clock shows `time`.
    func pass(until time: String) throws {
        let wall = try Self.milliseconds(of: time)
        move { clocks in
            clocks.boot += wall - clocks.wall
            clocks.wall = wall
        }
    }

    /// Sets the wall clock by so much; no time passes.
    func set(by step: Duration) {
        move { $0.wall += Int64(step / .milliseconds(1)) }
    }

    /// What the clock shows.
    var now: Date {
        Date(timeIntervalSince1970: Double(clocks.withLock { $0.wall }) / 1_000)
    }

    /// Waits until a program with a timer has seen what the clock shows; it sees it once it sleeps.
    func isSeen() async -> Bool {
        let shown = clocks.withLock { $0.wall }
        return await eventually {
            let seen = (try? Data(contentsOf: self.file))?.dropFirst(16)
            return seen?.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) } == shown
        }
    }

    private func move(_ change: (inout Clocks) -> Void) {
        clocks.withLock { clocks in
            change(&clocks)
            let bytes = [clocks.wall, clocks.boot].withUnsafeBytes { Array($0) }
            let handle = try? FileHandle(forWritingTo: file)
            try? handle?.write(contentsOf: Data(bytes))
            try? handle?.close()
        }
    }

    private static func milliseconds(of time: String) throws -> Int64 {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "Europe/Oslo")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        guard let instant = formatter.date(from: time) else {
            throw ForeignProcess.Failure(description: "no time: \(time)")
        }
        return Int64((instant.timeIntervalSince1970 * 1_000).rounded())
    }

    /// The compiled library, made once and left to the folder of temporary files.
    private static let library = Result { () throws -> URL in
        let source = Project.root.appending(path: "contrib/clock/virtual-clock.c")
        let library = FileManager.default.temporaryDirectory
            .appending(path: "virtual-clock-\(getpid()).so")
        let compiler = try ForeignProcess([
            "clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path,
        ])
        guard compiler.wait() == 0 else {
            throw ForeignProcess.Failure(description: "clang can't compile \(source.path)")
        }
        return library
    }
}
