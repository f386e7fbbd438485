import Alerts
import ArgumentParser
import Foundation
import Settings

/// `saldovakt silence list`: silences that last, and with `--all` those that ended.
struct SilenceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows silences and what they hold back.")

    @Flag(name: .long, help: "Show those that ended too, with what they held.")
    var all = false

    @Flag(name: .long, help: "Write one JSON object per line.")
    var json = false

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let zone = try Configuration(file: settings.settings).settings.timeZone
        let view = try await AlertView(folder: state.state)
        let now = SystemClock().now
        let waiting = Set(
            view.instructions.compactMap { instruction -> String? in
                guard case .addSilence(let silence) = instruction.order else { return nil }
                return silence.id
            })
        for silence in view.ledger.silences.values.sorted(by: { $0.from < $1.from })
        where all || silence.isActive(at: now) {
            if json {
                Terminal.write(SilenceText.json(silence))
            } else {
                let lines = SilenceText.lines(
                    silence, in: zone, isTakenUp: !waiting.contains(silence.id), at: now)
                for line in lines { Terminal.write(line) }
            }
        }
    }
}
