import Alerts
import ArgumentParser
import Finance
import Foundation
import HTTP
import Rules
import Settings
import Watch

/// `saldovakt channels test NAME`: sends a sample through the real queue and signing.
struct ChannelsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a sample notice through one channel.",
        discussion: "The sample is clearly marked as one. Status 4 if it was not delivered.")

    @Argument(help: "The channel's name.")
    var name: String

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let configuration = try Configuration(file: settings.settings)
        guard configuration.channelNames.contains(name) else { throw unknown(configuration) }
        let transport = CurlTransport(options: .standard)
        let channels = try ChannelFactory(
            resolver: configuration.resolver, transport: transport,
            zone: configuration.settings.timeZone, write: { Terminal.write($0) }
        ).channels(configuration.settings.channels, named: [name])
        let store = InMemoryAlertStore()
        let clock = SystemClock()
        try await enqueue(in: store, at: clock.now)
        let console = PlainConsole(zone: configuration.settings.timeZone)
        var isDelivered = true
        for channel in channels {
            let dispatcher = ChannelDispatcher(
                channel: channel, store: store, clock: clock,
                observer: { Self.report($0, on: console) })
            isDelivered = await dispatcher.drain() && isDelivered
        }
        transport.close()
        if !isDelivered { throw ExitStatus.environment }
    }

    /// Shows what happened; a failed sample is not tried again, whatever the queue would do.
    private static func report(_ event: WatchEvent, on console: PlainConsole) {
        guard case .deliveryFailed(let channel, _, let problem, _) = event else {
            return console.show(event)
        }
        Terminal.complain(EventWords.failure(problem, of: channel))
    }

    private func enqueue(in store: InMemoryAlertStore, at now: Date) async throws {
        var data = NoticeData(
            rule: NoticeRule(id: "test", sentence: "balance under 100 NOK"), kind: .level,
            reason: .entered, title: "Sample from saldovakt",
            body: "This is a test of the channel '\(name)'; nothing happened on any account.")
        data.account = NoticeAccount(id: "sample", name: "Brukskonto", number: "•••• •• •0001")
        let notice = Notice(
            type: .fired, id: "ntc_" + StableHash("test", UUID().uuidString).hex, timestamp: now,
            data: data)
        let entry = OutboxEntry(
            channel: name, notice: notice, alertKey: notice.id, createdAt: now)
        let commit = CycleCommit(
            reconciliation: nil, alerts: AlertLedgerChange(), outbox: [entry])
        await store.commit(commit)
    }

    private func unknown(_ configuration: Configuration) -> CommandFailure {
        let names = configuration.channelNames.sorted().joined(separator: ", ")
        return CommandFailure(
            .wrong, code: "unknown-channel", problem: "no channel has this name: '\(name)'",
            fix: "the settings have: \(names)")
    }
}
