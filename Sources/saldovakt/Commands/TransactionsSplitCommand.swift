import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt transactions split`: a booking is not that of its reservation.
struct TransactionsSplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Says that a booking is not its reservation's.",
        discussion: """
            The reservation keeps its identity, the booking becomes a transaction of its own, \
            and nothing is told about either. A join is taken back the same way. It takes effect \
            with the next answer of the bank and is respected by every later one.
            """)

    @OptionGroup var state: StateOptions

    @Argument(help: "The transaction; the beginning of its identifier is enough.")
    var transaction: String

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let record = try await RecordChoice.record(transaction, in: store)
        guard record.evidence != nil else {
            throw CommandFailure(
                .wrong, code: "nothing-to-split", problem: "no reservation was taken for its own",
                fix: "see 'saldovakt transactions --why' for those that have one")
        }
        let folder = Configuration.stateFolder(state.state)
        try await ReadStore.reading { () throws(StoreError) in
            try await IdentityDesk.open(folder: folder).split(record, at: Date())
        }
        Terminal.write("noted: they become two with the bank's next answer")
    }
}
