import Alerts
import ArgumentParser
import Store

/// `saldovakt alerts list`: what fires, what is held and what waits to be delivered.
struct AlertsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows alerts and notices on their way.",
        discussion: "Without an option it shows what fires.")

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Alerts that fire (the default).")
    var firing = false

    @Flag(name: .long, help: "Notices that wait for their delivery.")
    var pending = false

    @Flag(name: .long, help: "Notices held by quiet hours, limits, silences and snoozes.")
    var held = false

    @Flag(name: .customLong("gave-up"), help: "Notices that no receiver took in time.")
    var gaveUp = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The story of one alert, by a notice's id or its beginning, or a rule's id.",
            valueName: "id"))
    var why: String?

    @Flag(
        name: .long,
        help: "Write one notice per line, in the form of webhooks; a story as one object.")
    var json = false

    func run() async throws {
        let view = try await AlertView(folder: state.state)
        let zone = Configuration.zone
        if let why { return try await StoryText(view: view, zone: zone).write(why, json: json) }
        let showsFiring = firing || !(pending || held || gaveUp)
        if showsFiring { AlertText.write(firing: view.ledger, json: json, zone: zone) }
        if held { AlertText.write(held: view.ledger, json: json, zone: zone) }
        if pending {
            AlertText.write(
                try await entries(.waiting, in: view), json: json, zone: zone,
                orSay: "nothing waits to be delivered")
        }
        if gaveUp {
            AlertText.write(
                try await entries(.gaveUp, in: view), json: json, zone: zone,
                orSay: "no notice was given up")
        }
    }

    private func entries(
        _ wanted: OutboxEntry.State, in view: AlertView
    ) async throws -> [OutboxEntry] {
        try await ReadStore.reading { () throws(StoreError) in
            try await view.store.outbox(in: [wanted], limit: 10_000)
        }
    }
}
