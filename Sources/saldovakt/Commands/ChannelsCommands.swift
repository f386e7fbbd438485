import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import HTTP
import Rules
import Settings
import Store
import Threads
import Watch

/// `saldovakt channels`: lists and tests channels.
struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "Lists and tries the channels of your settings.",
        subcommands: [ChannelsListCommand.self, ChannelsTestCommand.self])
}

/// `saldovakt channels list`: lists the names that rules may use.
struct ChannelsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the channels that rules may name.")

    @OptionGroup var settings: SettingsOptions

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let configuration = try settings.load()
        let rows = configuration.settings.channels.map { channel in
            [channel.name, Self.kind(channel), channel.detail.rawValue]
        }
        if json { return Terminal.write(DataRows(["name", "kind", "detail"], rows).json) }
        let texts = configuration.tables
        Table([(texts(.channel), .cuttable), (texts(.kind), .left), (texts(.shows), .left)], rows)
            .write(orSay: texts(.noChannel))
    }

    private static func kind(_ channel: ChannelSettings) -> String {
        switch channel.kind {
        case .desktop: "desktop"
        case .terminal: "terminal"
        case .webhook(let webhook): "webhook \(webhook.format.rawValue)"
        case .mail: "mail"
        case .mqtt: "mqtt"
        case .command: "command"
        }
    }
}

/// `saldovakt channels test NAME`: sends a sample through the real queue, signing and retries.
struct ChannelsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a sample notification through one channel.",
        discussion: """
            The sample is clearly marked as one. It goes through an outbox like any other, in a \
            folder of its own, so that a running watch is not disturbed. With --wait it is tried \
            again as notifications are. Status 4 if it was not delivered.
            """)

    @Argument(help: "The channel's name.", completion: OfferedNames.channels.completion)
    var name: String

    @Option(help: "How long to try again, such as 1m.") var wait: IntervalArgument?

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let trial = ChannelTrial(configuration: try settings.load())
        guard try await trial.run(name, for: wait?.duration ?? .zero) else {
            throw ExitStatus.environment
        }
    }
}

/// Sends a sample through a configured channel.
struct ChannelTrial: Sendable {
    let configuration: Configuration

    /// - Returns: whether the receiver confirmed it; a problem was written to standard error.
    func run(_ name: String, for gracePeriod: Duration = .zero) async throws -> Bool {
        let zone = configuration.settings.timeZone
        guard let channel = configuration.settings.channel(named: name) else {
            throw CommandFailure(
                unknown: "channel", name, among: Array(configuration.channelNames))
        }
        let live: any Channel
        do {
            live = try ChannelFactory(
                resolver: configuration.resolver, transport: CurlTransport(options: .standard),
                messages: CurlTransport(options: .standard), zone: zone,
                language: configuration.language, write: { Terminal.put("\($0)\n") }
            ).channel(channel)
        } catch { throw CommandFailure(.environment, text: error.text) }
        let sample = try await SampleDelivery(
            channel: live, detail: channel.detail, zone: zone, language: configuration.language)
        let isDelivered = try await sample.run(for: gracePeriod)
        sample.end()
        if let desktop = live as? DesktopChannel { await desktop.shutdown() }
        if isDelivered, let caution = Self.caution(channel.kind) { Terminal.write(caution) }
        return isDelivered
    }

    /// The limits of "delivered", for receivers that confirm less than others.
    private static func caution(_ kind: ChannelSettings.Kind) -> String? {
        switch kind {
        case .mqtt: "nobody confirms a message over MQTT: see whether it arrived"
        case .webhook(let webhook) where webhook.format == .teams:
            "Teams has only accepted it: see whether the workflow has posted it"
        case .webhook(let webhook) where webhook.format == .homeAssistant && webhook.token == nil:
            "Home Assistant says yes to every id: see whether the automation ran"
        default: nil
        }
    }
}

/// Sends a sample as every notification is sent: through a durable outbox, a dispatcher and
/// retries.
///
/// Its outbox is a store of its own in a temporary folder: the watcher's belongs to the watcher,
/// and a sample must not wait there when nobody is waiting for it any more.
private final class SampleDelivery: Sendable {
    private let channel: any Channel
    private let store: SQLiteAlertStore
    private let folder: URL
    private let zone: TimeZone
    private let clock = SystemClock()
    private let progress = Lock((attempts: 0, isDelivered: false))

    init(
        channel: any Channel, detail: DetailLevel, zone: TimeZone, language: Language
    ) async throws {
        self.channel = channel
        self.zone = zone
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("saldovakt-sample-\(UUID().uuidString)")
        store = try SQLiteAlertStore.open(folder: folder.path)
        let notification = Self.notification(for: channel.name, detail, language, at: clock.now)
        let entry = OutboxEntry(
            channel: channel.name, notification: notification, alertKey: notification.id,
            createdAt: clock.now)
        try await store.commit(
            CycleCommit(reconciliation: nil, alerts: AlertLedgerChange(), outbox: [entry]))
    }

    /// Tries until the receiver has confirmed the sample, or the next attempt would be after
    /// `gracePeriod`.
    func run(for gracePeriod: Duration) async throws -> Bool {
        let end = clock.now.addingTimeInterval(Double(gracePeriod.components.seconds))
        let dispatcher = ChannelDispatcher(
            channel: channel, store: store, clock: clock,
            observer: { [self] in show($0, until: end) })
        while true {
            await dispatcher.drain()
            if progress.withLock({ $0.isDelivered }) { return true }
            guard let due = try await store.nextDue(channel: channel.name), due <= end else {
                return false
            }
            try await clock.sleep(until: due)
        }
    }

    func end() { try? FileManager.default.removeItem(at: folder) }

    private func show(_ event: WatchEvent, until end: Date) {
        switch event {
        case .delivered:
            let count = progress.withLock { progress in
                progress.attempts += 1
                progress.isDelivered = true
                return progress.attempts
            }
            let way = count == 1 ? "at once" : "at attempt \(count)"
            Terminal.write("\(channel.name): the sample was delivered \(way)")
        case .deliveryFailed(let name, _, let problem, let retryAt):
            progress.withLock { $0.attempts += 1 }
            let next = retryAt.flatMap { $0 <= end ? $0 : nil }
            Terminal.complain(
                EventStrings.failure(problem, of: name)
                    + (next.map { "; tried again at \(InstantText.clock($0, in: zone))" } ?? ""))
        case .storeFailed(let error): Terminal.complain(CommandFailure(error).text)
        default: break
        }
    }

    private static func notification(
        for channel: String, _ detail: DetailLevel, _ language: Language, at now: Date
    ) -> AlertNotification {
        var data = NotificationData(
            rule: nil, kind: .level, reason: .entered, title: language.text(.sampleTitle),
            body: language.text(.sampleBody(channel: channel)))
        if detail != .generic {
            data.rule = NotificationRule(id: "test", sentence: "balance under 100 NOK")
            data.account = NotificationAccount(
                id: "sample", name: "Brukskonto", number: "•••• •• •0001")
        }
        return AlertNotification(
            type: .fired, id: "ntc_" + StableHash("test", UUID().uuidString).hex, timestamp: now,
            data: data)
    }
}
