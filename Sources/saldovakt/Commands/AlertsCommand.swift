import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt alerts`: what fires, what is held and what waits to be delivered.
struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "Shows alerts and notices on their way.",
        discussion: "Without an option it shows what fires.")

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Alerts that fire (the default).")
    var firing = false

    @Flag(name: .long, help: "Notices that wait for their delivery.")
    var pending = false

    @Flag(name: .long, help: "Notices held by quiet hours or limits.")
    var held = false

    @Flag(name: .customLong("gave-up"), help: "Notices that no receiver took in time.")
    var gaveUp = false

    @Option(
        name: .long, help: ArgumentHelp("Everything about one notice.", valueName: "id"))
    var why: String?

    @Flag(name: .long, help: "Write one notice per line, in the form of webhooks.")
    var json = false

    func run() async throws {
        let store = try ReadStore.openAlerts(state.state)
        let ledger = try await ReadStore.reading { () throws(StoreError) in
            try await store.alertLedger()
        }
        let all = try await ReadStore.reading { () throws(StoreError) in
            try await store.outbox(in: Set(OutboxEntry.State.allCases), limit: 10_000)
        }
        if let why { return try AlertText.explain(why, entries: all, ledger: ledger) }
        let showsFiring = firing || !(pending || held || gaveUp)
        if showsFiring { AlertText.write(firing: ledger, json: json) }
        if held { AlertText.write(held: ledger, json: json) }
        if pending { AlertText.write(all.filter { $0.state == .waiting }, json: json) }
        if gaveUp { AlertText.write(all.filter { $0.state == .gaveUp }, json: json) }
    }
}
