package import Alerts
package import Finance
package import Foundation
import Threads
package import Watch

/// The live view on a terminal, drawn again on every event, key, change of size, and tick of the
/// countdown.
package final class LiveConsole: WatchConsole {
    private let model: Lock<LiveModel>
    private let sharedScreen: Lock<LiveScreen>
    private let keyboard: Keyboard?
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let store: any AlertStore
    private let clock: any WallClock
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let isOpen = Lock(true)

    /// Whether the process has a terminal that can show the view and may take its keys.
    package static var isPossible: Bool {
        Terminal.isInteractive && Terminal.isCapable && Keyboard.isInForeground
    }

    /// Takes the terminal and shows what is stored.
    package init(
        rules: (path: String, count: Int), zone: TimeZone, language: Language,
        store: any AlertStore, clock: any WallClock
    ) async {
        sharedScreen = Lock(
            LiveScreen(
                zone: zone, language: language, rulesPath: rules.path,
                hasColour: Terminal.hasColour))
        self.store = store
        self.clock = clock
        let history = try? await store.outbox(
            in: Set(OutboxEntry.State.allCases), limit: 2 * LiveModel.historyLimit)
        let facts = await Self.facts(store, zone: zone, at: clock.now) ?? LiveFacts()
        model = Lock(
            LiveModel(
                ruleCount: rules.count, facts: facts, history: (history ?? []).map(\.notification)))
        keyboard = await Keyboard(takesEndings: false)
        enter()
        model.withLock { draw($0) }
    }

    /// Follows the store, the keyboard and the countdown until the task is cancelled.
    package func run(_ perform: @escaping @Sendable (LiveAction) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in for await _ in changes.stream { await refresh() } }
            group.addTask { [self] in while await ticks() {} }
            group.addTask { [self] in
                guard let keyboard else { return }
                for await event in keyboard.events { await take(event, perform) }
            }
        }
    }

    private var screen: LiveScreen { sharedScreen.withLock { $0 } }

    package func follow(zone: TimeZone) {
        sharedScreen.withLock { $0.zone = zone }
        changes.continuation.yield()
    }

    package func show(_ event: WatchEvent) {
        let words = EventStrings(zone: screen.zone)
        update { $0.apply(event, words: words) }
        if event.isUrgent { output.show("\u{7}") }
        changes.continuation.yield()
    }

    /// The notification is in the view already.
    package func notify(_ line: String) -> Bool { true }

    package func warn(_ line: String) {}

    package func point(to notification: AlertNotification) { update { $0.point(to: notification) } }

    /// Gives the terminal back; what was shown last stays on it.
    package func close() {
        let wasOpen = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        guard wasOpen else { return }
        let last = model.withLock {
            screen.lastLines($0, columns: Terminal.size.columns, at: clock.now)
        }
        leave(last)
        keyboard?.close()
        output.finish()
    }

    private func take(
        _ event: KeyboardEvent, _ perform: @Sendable (LiveAction) async -> Void
    ) async {
        switch event {
        // Without entering the alternate screen: the terminal shows it already, and would take this
        // place of the cursor for that of the shell.
        case .redraw: update { _ in }
        case .ended: break
        case .key(let key):
            switch update({ $0.press(key) }) {
            case .goesOn: break
            case .suspended:
                keyboard?.suspend(leave: { leave([]) }, enter: enter)
                update { _ in }
            case .asks(let action): await perform(action)
            }
        }
    }

    private func refresh() async {
        guard let facts = await Self.facts(store, zone: screen.zone, at: clock.now) else { return }
        update { $0.facts = facts }
    }

    /// The stored state; `nil` while it can't be read.
    private static func facts(
        _ store: any AlertStore, zone: TimeZone, at now: Date
    ) async -> LiveFacts? {
        let start = CalendarDay(of: now, in: zone).adding(days: -LiveFacts.trendDays)
        guard let facts = try? await store.facts(), let ledger = try? await store.alertLedger(),
            let balances = try? await store.balances(since: start.instant(in: zone))
        else { return nil }
        return LiveFacts(facts, ledger, balances: balances, zone: zone, at: now)
    }

    /// Waits for the next tick of the countdown; `false` when the view ends.
    private func ticks() async -> Bool {
        let now = clock.now
        let next = model.withLock { $0.nextSlots.values.min() } ?? .distantFuture
        let pause = LiveScreen.pause(next.timeIntervalSince(now))
        do { try await clock.sleep(until: now.addingTimeInterval(pause)) } catch { return false }
        update { _ in }
        return true
    }

    /// Changes the model and draws it.
    @discardableResult
    private func update<Result: Sendable>(
        _ change: (inout LiveModel) -> Result
    ) -> Result {
        model.withLock { model in
            defer { draw(model) }
            return change(&model)
        }
    }

    private func draw(_ model: LiveModel) {
        guard isOpen.withLock(\.self) else { return }
        let size = Terminal.size
        let lines = screen.lines(model, columns: size.columns, rows: size.rows, at: clock.now)
        output.show(
            "\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Switches to the alternate screen, without a cursor and without line wrapping.
    private func enter() {
        output.show("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    private func leave(_ lines: [String]) {
        output.show(
            "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l" + lines.map { $0 + "\r\n" }.joined())
    }
}
