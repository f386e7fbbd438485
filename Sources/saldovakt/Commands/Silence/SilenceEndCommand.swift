import Alerts
import ArgumentParser
import Foundation

/// `saldovakt silence end`: ends a silence now.
struct SilenceEndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Ends a silence now; what it held is told.")

    @Argument(help: "The silence's id.")
    var id: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        let view = try await AlertView(folder: state.state)
        let now = SystemClock().now
        let active = view.ledger.silences.values.filter { $0.isActive(at: now) }
        let found = active.filter { $0.id == id || $0.id.hasPrefix(id) }
        guard let silence = found.first, found.count == 1 else {
            throw SilenceText.unknown("silence", id, among: active.map(\.id))
        }
        try await AlertView.leave(
            Instruction(at: now, order: .endSilence(id: silence.id)), folder: state.state)
        Terminal.write("ended \(silence.id): \(SilenceText.words(silence.scope))")
    }
}
