package import Alerts
import Finance
import Foundation
import Rules
import Watch

/// A person's action in the live view.
package enum LiveAction: Sendable, Hashable {
    case acknowledge(AlertReference)
    case snooze(AlertReference, Duration)
    case silence(Silence.Scope, Duration)
    case endSilence(id: String)
    case poll
    case quit
    /// Ctrl-C; the second one ends the process at once.
    case interrupt
}

/// The stored state that the live view shows, with present figures.
struct LiveFacts: Sendable {
    var accounts: [AccountFacts] = []
    var sources: [SourceFacts] = []
    /// The firing alerts, the most urgent first.
    var alerts: [AlertState] = []
    /// How many notifications are held back.
    var held = 0
    var silences: [Silence] = []
    /// The figure at the end of each of the last days, `nil` before the first.
    var trends: [UUID: [Int64?]] = [:]

    static let trendDays = 14
}

extension LiveFacts {
    init(
        _ facts: Facts, _ ledger: AlertLedger, balances: [AccountBalance], zone: TimeZone,
        at now: Date
    ) {
        accounts = facts.listedAccounts
        sources = facts.sources.values.sorted { $0.id < $1.id }
        alerts = ledger.alerts.values.filter { $0.phase == .firing && $0.notification != nil }
            .sorted { ($0.rank, $0.since, $0.key.text) < ($1.rank, $1.since, $1.key.text) }
        silences = ledger.silences.values.filter { $0.isActive(at: now) }
            .sorted { ($0.until, $0.id) < ($1.until, $1.id) }
        held = ledger.held.count
        let today = CalendarDay(of: now, in: zone)
        trends = Dictionary(grouping: balances, by: \.accountID).mapValues { records in
            (0..<Self.trendDays).map { place in
                let day = today.adding(days: place + 1 - Self.trendDays)
                let record = records.last { $0.day <= day }
                return (record?.booked ?? record?.available)?.signedAmount.minorUnits
            }
        }
    }
}

/// The state of the live view: a value that events and keys change, and that ``LiveScreen`` draws.
struct LiveModel: Sendable {
    enum Mode: Sendable, Hashable {
        case list, help, explanation
        case filtering
        /// Asks how long.
        case snoozing, silencing
    }

    enum Outcome: Sendable, Hashable {
        case goesOn
        case asks(LiveAction)
        case suspended
    }

    /// A firing alert, or a notification of the history.
    struct Row: Sendable {
        let id: String
        let notification: AlertNotification
        var alert: AlertState?
    }

    static let historyLimit = 500

    var ruleCount = 0
    var facts = LiveFacts()
    /// Newest first.
    private(set) var history: [AlertNotification] = []
    /// The last poll of each bank.
    private(set) var polls: [String: PollReport] = [:]
    /// When each bank is polled next.
    private(set) var nextSlots: [String: Date] = [:]
    private(set) var problems = ProblemLog()
    private(set) var mode = Mode.list
    private(set) var typed = ""
    private(set) var filter = ""
    /// The response to the last key, until the next.
    private(set) var message: ScreenText?
    private var selected: String?

    /// - Parameter history: notifications of earlier runs, newest first; one may occur several
    ///   times.
    init(ruleCount: Int = 0, facts: LiveFacts = LiveFacts(), history: [AlertNotification] = []) {
        self.ruleCount = ruleCount
        self.facts = facts
        var known: Set<String> = []
        self.history = history.filter { known.insert($0.id).inserted }
    }

    mutating func apply(_ event: WatchEvent, words: EventStrings) {
        _ = problems.take(event, words: words)
        switch event {
        case .started(let rules, _, _), .rulesLoaded(let rules, _): ruleCount = rules
        case .polled(let report):
            polls[report.source] = report
            nextSlots[report.source] = report.nextSlot
        case .resumed(let source, let slot): nextSlots[source] = slot
        case .notified(let notification): point(to: notification)
        case .cycled, .waiting, .delivered, .deliveryFailed, .rulesRejected, .rulesDoubtful,
            .storeFailed, .clockStepped, .stopped:
            break
        }
    }

    /// Puts a notification first.
    mutating func point(to notification: AlertNotification) {
        history.removeAll { $0.id == notification.id }
        history.insert(notification, at: 0)
        history = Array(history.prefix(Self.historyLimit))
    }
}

// The selection.
extension LiveModel {
    var alerts: [Row] {
        facts.alerts.compactMap { alert in
            alert.notification.map { Row(id: alert.key.text, notification: $0, alert: alert) }
        }.filter(isShown)
    }

    var notifications: [Row] { history.map { Row(id: $0.id, notification: $0) }.filter(isShown) }

    /// The same state without the filter.
    var unfiltered: Self {
        var model = self
        model.filter = ""
        return model
    }

    /// The row that keys act on: the first until another one is selected.
    var pointed: Row? {
        let rows = alerts + notifications
        return rows.first { $0.id == selected } ?? rows.first
    }

    private func isShown(_ row: Row) -> Bool {
        if filter.isEmpty { return true }
        let data = row.notification.data
        let text = FoldedText(
            [data.title, data.body, data.rule?.id, data.account?.name].compactMap(\.self)
                .joined(separator: " "))
        return filter.split(separator: " ").allSatisfy { text.contains(FoldedText(String($0))) }
    }

    private mutating func move(by steps: Int) {
        let rows = alerts + notifications
        let place = rows.firstIndex { $0.id == pointed?.id } ?? 0
        guard !rows.isEmpty else { return }
        selected = rows[max(0, min(rows.count - 1, place + steps))].id
    }

    /// The scope of a silence by key: the rule of the row, or everything without one.
    var scope: Silence.Scope { pointed?.notification.data.rule.map { .rule($0.id) } ?? .all }
}

// Keys.
extension LiveModel {
    mutating func press(_ key: Key) -> Outcome {
        message = nil
        switch key {
        case .interrupt: return asks(.interrupt, saying: .stopping)
        case .suspend: return .suspended
        default: break
        }
        switch mode {
        case .list: return pressInList(key)
        case .help, .explanation:
            mode = .list
            return .goesOn
        case .filtering, .snoozing, .silencing: return type(key)
        }
    }

    private mutating func pressInList(_ key: Key) -> Outcome {
        switch key {
        case .up, .character("k"): move(by: -1)
        case .down, .character("j"): move(by: 1)
        case .pageUp: move(by: -10)
        case .pageDown: move(by: 10)
        case .home: move(by: -Self.historyLimit * 2)
        case .end: move(by: Self.historyLimit * 2)
        case .character("?"), .character("h"): mode = .help
        case .character("e"), .enter: if pointed != nil { mode = .explanation }
        case .character("/"): ask(.filtering, filter)
        case .escape: filter = ""
        case .character("a"): return acknowledge()
        case .character("s"):
            if pointed?.alert == nil { message = .nothingSelected } else { ask(.snoozing, "1d") }
        case .character("m"): return silence()
        case .character("p"): return asks(.poll, saying: .polling)
        case .character("q"): return asks(.quit, saying: .stopping)
        default: break
        }
        return .goesOn
    }

    private mutating func ask(_ mode: Mode, _ usual: String) {
        self.mode = mode
        typed = usual
    }

    private mutating func asks(_ action: LiveAction, saying text: ScreenText) -> Outcome {
        message = text
        return .asks(action)
    }

    private mutating func acknowledge() -> Outcome {
        if let alert = pointed?.alert { return asks(.acknowledge(alert.reference), saying: .done) }
        message = .nothingSelected
        return .goesOn
    }

    private mutating func silence() -> Outcome {
        if let active = facts.silences.first(where: { $0.scope == scope }) {
            return asks(.endSilence(id: active.id), saying: .done)
        }
        ask(.silencing, "2h")
        return .goesOn
    }

    private mutating func type(_ key: Key) -> Outcome {
        switch key {
        case .escape: mode = .list
        case .enter: return answer()
        default: typed = key.edited(typed) ?? typed
        }
        return .goesOn
    }

    private mutating func answer() -> Outcome {
        defer { mode = .list }
        guard mode != .filtering else {
            filter = typed
            return .goesOn
        }
        guard let length = DurationText.parse(typed) else {
            message = .notALength(typed)
            return .goesOn
        }
        message = .done
        if mode == .silencing { return .asks(.silence(scope, length)) }
        guard let alert = pointed?.alert else { return .goesOn }
        return .asks(.snooze(alert.reference, length))
    }
}
