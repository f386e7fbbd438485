import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import Foundation

/// `saldovakt fleet alerts`: lists one household's active alerts.
struct FleetAlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "Shows the alerts of a household that fire.")

    @OptionGroup var household: HouseholdChoice

    @Flag(help: "Write one JSON array of notifications as webhooks send them.") var json = false

    func run() async throws {
        let ledger = try await household.state().ledger
        let firing = ledger.alerts.values.filter { $0.phase == .firing }
            .sorted { ($0.since, $0.key.text) < ($1.since, $1.key.text) }
        if json {
            let all = firing.compactMap(\.notification).map { notification in
                var notification = notification
                notification.data.household = household.household
                return notification.json
            }
            return Terminal.write(JSONOutput.array(all).text)
        }
        let texts = Configuration.tables
        Table(
            [
                (texts(.since), .dropped(1)), (texts(.rule), .dropped(3)),
                (texts(.alert), .cuttable), (texts(.channels), .dropped(2)),
            ],
            firing.map { alert in
                [
                    texts.when(alert.since), alert.ruleID, alert.notification?.data.title ?? "",
                    alert.notifiedOn.joined(separator: ", "),
                ]
            }
        ).write(orSay: texts(.noAlerts))
    }
}

/// `saldovakt fleet transactions`: lists one household's transactions.
struct FleetTransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Shows the transactions of a household, newest first.",
        discussion: "A fleet keeps those that rules and the next lines need, 100 days at least.")

    @OptionGroup var household: HouseholdChoice

    @Option(help: "At most that many.") var limit = 100

    @OptionGroup var rows: RowOptions

    func run() async throws {
        let state = try await household.state()
        let accounts = state.facts.accounts
        let lines = state.history.filter { !$0.isGone }.suffix(max(0, limit)).reversed().map {
            TransactionText.Line(
                $0.transaction, account: accounts[$0.transaction.accountID]?.account,
                evidence: nil, questions: [])
        }
        TransactionText.write(Array(lines), form: rows.form, why: false, Configuration.tables)
    }
}

/// The household whose state is shown.
struct HouseholdChoice: ParsableArguments {
    @OptionGroup var options: FleetOptions

    @Option(help: .value("reference", "The household.")) var household: String

    func state() async throws -> InMemoryState {
        let shard = try await options.open(for: household).shard(of: household)
        guard let image = try await shard.ask({ try await $0.image(of: household) }) else {
            // Nothing was evaluated yet.
            let isThere = try await shard.ask { try await $0.household(household) } != nil
            guard isThere else { throw CommandFailure(unknownHousehold: household) }
            return InMemoryState()
        }
        do { return try HouseholdImage(image).state } catch {
            throw CommandFailure(.environment, text: "\(household): \(error.text)")
        }
    }
}
