import Alerts
import ArgumentParser
import Finance
import Foundation
import Rules
import Settings

/// `saldovakt silence add`: begins a silence.
struct SilenceAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Begins a silence.")

    @Option(name: .long, help: ArgumentHelp("Of one rule.", valueName: "id"))
    var rule: String?

    @Option(name: .long, help: ArgumentHelp("About one account.", valueName: "name"))
    var account: String?

    @Option(name: .long, help: ArgumentHelp("On one channel.", valueName: "name"))
    var channel: String?

    @Flag(name: .long, help: "Of everything.")
    var all = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 2h.", valueName: "duration"))
    var length: IntervalArgument?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Until when, such as \"2026-03-07 08:00\" or 08:00.", valueName: "moment"))
    var until: MomentArgument?

    @Option(name: .long, help: ArgumentHelp("Why, for whoever reads the list.", valueName: "text"))
    var reason = ""

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func validate() throws {
        let scopes = [rule != nil, account != nil, channel != nil, all].filter { $0 }.count
        guard scopes == 1 else {
            throw ValidationError("say what to silence: --rule, --account, --channel or --all")
        }
        guard (length == nil) != (until == nil) else {
            throw ValidationError("say until when: --for or --until")
        }
    }

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        let zone = configuration.settings.timeZone
        let now = SystemClock().now
        let end =
            until?.instant(after: now, in: zone)
            ?? now.addingTimeInterval((length?.duration ?? .zero) / .seconds(1))
        guard end > now else {
            throw CommandFailure(
                .wrong, code: "past-end", problem: "this is over: '\(Words.moment(end, in: zone))'",
                fix: "choose a moment to come")
        }
        let view = try await AlertView(folder: state.state)
        let silence = Silence(
            id: "sil_" + UUID().uuidString.prefix(8).lowercased(),
            scope: try await scope(view, configuration), from: now, until: end,
            reason: DisplayReason.clean(reason))
        try await AlertView.leave(
            Instruction(at: now, order: .addSilence(silence)), folder: state.state)
        Terminal.write(
            "\(silence.id): \(SilenceText.words(silence.scope)) "
                + "until \(Words.moment(end, in: zone))")
    }

    private func scope(
        _ view: AlertView, _ configuration: Configuration
    ) async throws -> Silence.Scope {
        if let rule { return .rule(try known(rule, view)) }
        if let channel { return .channel(try known(channel, configuration)) }
        guard let account else { return .all }
        let found = try AccountChoice.account(
            account, among: try await view.facts().accounts.values.map(\.account),
            aliases: configuration.aliases)
        return .account(found.id, name: found.displayName)
    }

    private func known(_ rule: String, _ view: AlertView) throws -> String {
        let names = view.ledger.rules.values.filter { !$0.body.isEmpty }.map(\.ruleID)
        guard !names.contains(rule), !rule.hasPrefix(Rule.ownPrefix) else { return rule }
        throw SilenceText.unknown("rule", rule, among: names)
    }

    private func known(_ channel: String, _ configuration: Configuration) throws -> String {
        guard !configuration.channelNames.contains(channel) else { return channel }
        throw SilenceText.unknown("channel", channel, among: Array(configuration.channelNames))
    }
}
