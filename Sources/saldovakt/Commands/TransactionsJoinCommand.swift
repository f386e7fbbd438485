import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt transactions join`: two stored transactions are one movement.
struct TransactionsJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Says that two transactions are one.",
        discussion: """
            For a reservation and a booking that were not recognised as one movement. The older \
            one stays; nothing is told about it. Identifiers are those of 'transactions --why' \
            or --json; their beginning is enough. It takes effect with the next answer of the \
            bank and is respected by every later one.
            """)

    @OptionGroup var state: StateOptions

    @Argument(help: "One of the two.")
    var first: String

    @Argument(help: "The other one.")
    var second: String

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let one = try await RecordChoice.record(first, in: store)
        let other = try await RecordChoice.record(second, in: store)
        if let objection = IdentityDecision.objection(to: one, other) {
            throw RecordChoice.refusal(objection)
        }
        let folder = Configuration.stateFolder(state.state)
        try await ReadStore.reading { () throws(StoreError) in
            try await IdentityDesk.open(folder: folder).join(one, other, at: Date())
        }
        Terminal.write("noted: they become one with the bank's next answer")
    }
}
