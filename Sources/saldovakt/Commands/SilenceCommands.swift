import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Settings
import Store

/// `saldovakt silence`: times without notifications.
struct SilenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "silence", abstract: "Adds, lists and ends silences.",
        discussion: """
            A silence delays and never drops: at its end one notification lists what it held \
            back, and what was over by then as one line.
            """,
        subcommands: [
            SilenceAddCommand.self, SilenceListCommand.self, SilenceEndCommand.self,
        ])
}

/// `saldovakt silence add`: begins a silence.
struct SilenceAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Begins a silence.")

    @Option(help: .value("id", "Of one rule."), completion: OfferedNames.rules.completion)
    var rule: String?

    @Option(
        help: .value("name", "About one account."), completion: OfferedNames.accounts.completion)
    var account: String?

    @Option(help: .value("name", "On one channel."), completion: OfferedNames.channels.completion)
    var channel: String?

    @Flag(help: "Of everything.") var all = false

    @Option(name: .customLong("for"), help: .value("duration", "How long, such as 2h.")) var length:
        IntervalArgument?

    @Option(help: .value("moment", "Until when, such as \"2026-03-07 08:00\" or 08:00."))
    var until: MomentArgument?

    @Option(help: .value("text", "The reason, shown in the list.")) var reason = ""

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func validate() throws {
        let scopes = [rule != nil, account != nil, channel != nil, all].filter { $0 }.count
        guard scopes == 1 else {
            throw ValidationError("give one of --rule, --account, --channel and --all")
        }
        guard (length == nil) != (until == nil) else {
            throw ValidationError("give one of --for and --until")
        }
    }

    func run() async throws {
        let configuration = try settings.load()
        let zone = configuration.settings.timeZone
        let now = SystemClock().now
        let end =
            until?.instant(after: now, in: zone)
            ?? now.addingTimeInterval((length?.duration ?? .zero) / .seconds(1))
        guard end > now else {
            throw CommandFailure(
                .wrong, code: "past-end",
                problem: "that time is in the past: '\(InstantText.moment(end, in: zone))'",
                fix: "choose a future time")
        }
        let silence = Silence(
            try await scope(configuration), from: now, until: end,
            reason: String(VisibleText.line(reason).prefix(200)))
        try await state.leave(.addSilence(silence), at: now)
        Terminal.write(
            "\(silence.id): \(silence.scope.words) until \(InstantText.moment(end, in: zone))")
    }

    private func scope(_ configuration: Configuration) async throws -> Silence.Scope {
        let view = try await AlertView(state)
        if let rule {
            // A rule that was never evaluated is only in its file.
            let known = Set(view.ledger.ruleIDs + RulesText.ids(in: rules.path))
            guard rule.hasPrefix(Rule.ownPrefix) || known.contains(rule) else {
                throw CommandFailure(unknown: "rule", rule, among: known.sorted())
            }
            return .rule(rule)
        }
        if let channel {
            let names = configuration.channelNames
            guard names.contains(channel) else {
                throw CommandFailure(unknown: "channel", channel, among: Array(names))
            }
            return .channel(channel)
        }
        guard let account else { return .all }
        let found = try AccountChoice.account(
            account, among: try await view.store.facts().accounts.values.map(\.account),
            naming: configuration.naming)
        return .account(found.id, name: found.displayName)
    }
}

/// A moment in the zone of the settings: `2026-03-07 08:00` or `08:00`.
struct MomentArgument: ExpressibleByArgument, Sendable {
    private let day: CalendarDay?
    private let minutes: Int

    init?(argument: String) {
        let parts = argument.replacing("T", with: " ").split(separator: " ").map(String.init)
        guard let time = parts.last, parts.count <= 2,
            let minutes = CaseMoment.minutesAfterMidnight(time)
        else { return nil }
        day = parts.count == 2 ? CalendarDay(isoText: parts[0]) : nil
        guard parts.count == 1 || day != nil else { return nil }
        self.minutes = minutes
    }

    /// The instant; of a time alone the next one after `now`.
    func instant(after now: Date, in zone: TimeZone) -> Date {
        if let day { return day.instant(minutesAfterMidnight: minutes, in: zone) }
        let today = CalendarDay(of: now, in: zone)
        let instant = today.instant(minutesAfterMidnight: minutes, in: zone)
        guard instant <= now else { return instant }
        return today.adding(days: 1).instant(minutesAfterMidnight: minutes, in: zone)
    }
}

/// `saldovakt silence list`: lists active silences, and with `--all` ended ones.
struct SilenceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows silences and what they hold back.")

    @Flag(help: "Show those that ended too, with what they held.") var all = false

    @Flag(help: "Write one JSON array.") var json = false

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let zone = try settings.load().settings.timeZone
        let view = try await AlertView(state)
        let now = SystemClock().now
        let waiting = view.commands.compactMap { command -> String? in
            guard case .addSilence(let silence) = command.kind else { return nil }
            return silence.id
        }
        let shown = view.ledger.silences.values.filter { all || $0.isActive(at: now) }
            .sorted { $0.from < $1.from }
        if json { return Terminal.write(JSONOutput.array(shown.map(\.json)).text) }
        for silence in shown {
            silence.lines(in: zone, isWaiting: waiting.contains(silence.id)).forEach(Terminal.write)
        }
    }
}

/// `saldovakt silence end`: ends a silence now.
struct SilenceEndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Ends a silence now and delivers what it held.")

    @Argument(help: "The silence's id.", completion: OfferedNames.silences.completion)
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let now = SystemClock().now
        let silences = try await AlertView(state).ledger.silences.values
        let active = silences.filter { $0.isActive(at: now) }
        let found = active.filter { !id.isEmpty && $0.id.hasPrefix(id) }
        guard let silence = found.first, found.count == 1 else {
            throw CommandFailure(unknown: "silence", id, among: active.map(\.id))
        }
        try await state.leave(.endSilence(id: silence.id), at: now)
        Terminal.write("ended \(silence.id): \(silence.scope.words)")
    }
}

extension Silence.Scope {
    fileprivate var words: String {
        switch self {
        case .all: "everything"
        case .rule(let id): "rule \(id)"
        case .account(_, let name): "account \(name)"
        case .channel(let name): "channel \(name)"
        }
    }

    fileprivate var accountID: String? {
        if case .account(let id, _) = self { id.uuidString.lowercased() } else { nil }
    }
}

extension Silence {
    /// A new silence with an id of its own.
    init(_ scope: Scope, from: Date, until: Date, reason: String = "") {
        self.init(
            id: "sil_" + UUID().uuidString.prefix(8).lowercased(), scope: scope, from: from,
            until: until, reason: reason)
    }

    /// The silence and its notifications; `isWaiting` says that no watcher has applied it yet.
    fileprivate func lines(in zone: TimeZone, isWaiting: Bool) -> [String] {
        let end =
            endedAt.map { "ended \(InstantText.moment($0, in: zone))" }
            ?? "until \(InstantText.moment(until, in: zone))"
        var head = "\(id)  \(scope.words)  \(end)"
        if !reason.isEmpty { head += "  (\(reason))" }
        if isWaiting { head += "  waits for 'saldovakt watch'" }
        let held =
            held.map { ($0.notification.timestamp, $0.notification.data.title) }
            + lines.map { ($0.at, $0.title) }
        return [head] + held.map { "  \(InstantText.moment($0, in: zone))  \($1)" }
    }

    fileprivate var json: JSONOutput {
        [
            "id": .string(id), "scope": .string(scope.words), "accountId": .text(scope.accountID),
            "from": .instant(from), "until": .instant(until), "reason": .string(reason),
            "endedAt": .instant(endedAt), "count": .whole(count),
            "held": .array(held.map { $0.notification.json }), "lines": .texts(lines.map(\.title)),
        ]
    }
}
