import CEvents
import Glibc
import HTTP
import Synchronization

/// Lets the loop sleep until its bell, its timer, a signal or a source wakes it.
///
/// Timers run by the clock that goes on while the machine is suspended (`CLOCK_BOOTTIME`).
final class LoopSleeper: Sendable {
    /// Why the loop was woken, beside new jobs.
    struct Waking: Sendable {
        /// Whether a signal has come.
        var hasSignals = false
        /// Whether sources are to be served.
        var isForSources = false
        /// The sources' descriptors at which something has happened.
        var ready: [pollfd] = []
    }

    private let bell = sv_bell_open()
    private let timer = sv_timer_open()
    /// What the timer is set to; 0 while it is not.
    private let alarm = Mutex<UInt64>(0)

    /// Ends the sleep, or the next one; on any thread.
    func ring() {
        var one: UInt64 = 1
        write(bell, &one, MemoryLayout.size(ofValue: one))
    }

    /// Sleeps; `wakeUp` is in nanoseconds of the boot clock.
    func sleep(until wakeUp: UInt64?, signals: Int32, wish: EventWish) -> Waking {
        set(wakeUp ?? 0)
        let timeout = wish.deadline.map { Self.milliseconds(until: $0) } ?? -1
        return look(signals, wish, timeout)
    }

    /// Looks what has happened without sleeping.
    func peek(signals: Int32, wish: EventWish) -> Waking {
        look(signals, wish, 0)
    }

    private func look(_ signals: Int32, _ wish: EventWish, _ timeout: Int32) -> Waking {
        var files = [bell, timer, signals].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        files += wish.descriptors
        guard poll(&files, nfds_t(files.count), timeout) >= 0 else {
            return Waking(hasSignals: true)
        }
        // What is not read would wake the loop again at once.
        if files[0].revents != 0 { empty(bell) }
        if files[1].revents != 0 {
            empty(timer)
            alarm.withLock { $0 = 0 }
        }
        let ready = files.dropFirst(3).filter { $0.revents != 0 }
        let isLate = wish.deadline.map { $0 <= .now } ?? false
        return Waking(
            hasSignals: files[2].revents != 0, isForSources: isLate || !ready.isEmpty,
            ready: ready)
    }

    private func set(_ deadline: UInt64) {
        let isNews = alarm.withLock { alarm in
            defer { alarm = deadline }
            return alarm != deadline
        }
        if isNews { sv_timer_set(timer, deadline) }
    }

    private func empty(_ file: Int32) {
        var count: UInt64 = 0
        read(file, &count, MemoryLayout.size(ofValue: count))
    }

    private static func milliseconds(until instant: ContinuousClock.Instant) -> Int32 {
        let left = (instant - .now) / .milliseconds(1)
        return Int32(min(max(0, left.rounded(.up)), 86_400_000))
    }
}
