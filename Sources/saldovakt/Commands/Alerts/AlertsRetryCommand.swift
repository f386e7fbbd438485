import Alerts
import ArgumentParser
import Foundation
import Store

/// `saldovakt alerts retry`: one more attempt at a notice that was given up or waits.
struct AlertsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Tries a notice again at once, a given-up one too.")

    @Argument(help: "A notice's id or its beginning.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let view = try await AlertView(folder: state.state)
        let found = try await ReadStore.reading { () throws(StoreError) in
            try await view.store.entries(noticePrefix: id)
        }
        let open = found.filter { $0.state == .waiting || $0.state == .gaveUp }
        let ids = Set(open.map(\.notice.id))
        guard let noticeID = ids.first, ids.count == 1 else {
            throw CommandFailure(
                .wrong, code: ids.isEmpty ? "unknown-notice" : "ambiguous-id",
                problem: ids.isEmpty
                    ? "no undelivered notice has this id: '\(id)'"
                    : "\(ids.count) notices begin like this: '\(id)'",
                fix: "'saldovakt alerts --gave-up' and '--pending' show ids")
        }
        try await AlertView.leave(
            Instruction(at: SystemClock().now, order: .retry(noticeID: noticeID)),
            folder: state.state)
        let channels = open.map(\.channel).joined(separator: ", ")
        Terminal.write("tried again on \(channels): \(open.first?.notice.data.title ?? noticeID)")
    }
}
