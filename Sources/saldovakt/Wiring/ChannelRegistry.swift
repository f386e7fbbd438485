import Alerts
import Channels
import Console
import Rules
import Settings
import Threads
import Watch

/// The channels that are in use, each with its dispatcher; follows rules and settings.
///
/// A channel begins when a rule first names it and ends when the settings no longer do. What waits on
/// one whose rules are gone is still delivered.
final class ChannelRegistry: Sendable {
    /// A channel and the signal of its dispatcher.
    final class Line: Sendable {
        let settings: ChannelSettings
        let channel: any Channel
        /// How many notifications it is given at once.
        let batch: DeliveryBatch
        /// Whether a reload has made it in the place of another one.
        let isReplacement: Bool
        /// Posted when something was added to the outbox.
        let signal = WakeSignal()

        init(
            _ settings: ChannelSettings, _ channel: any Channel, _ batch: DeliveryBatch,
            isReplacement: Bool
        ) {
            self.settings = settings
            self.channel = channel
            self.batch = batch
            self.isReplacement = isReplacement
        }
    }

    /// Makes the channel of an entry of the settings.
    typealias Make =
        @Sendable (ChannelSettings, Configuration) throws(CommandFailure) -> any Channel

    /// The channels that begin, for ``run(_:)``.
    private let beginnings: AsyncStream<Line>
    private let continuation: AsyncStream<Line>.Continuation
    private let lines = Lock<[Line]>([])
    private let make: Make

    /// Makes the channels that these rules use; the desktop and the terminal always, because they need
    /// no secrets and the program's own alerts may have to go there.
    ///
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    init(
        _ configuration: Configuration, _ rules: RuleSet, make: @escaping Make
    ) throws(CommandFailure) {
        self.make = make
        (beginnings, continuation) = AsyncStream.makeStream()
        try follow(configuration, rules, isReload: false)
    }

    var channels: [any Channel] { lines.withLock { $0.map(\.channel) } }

    var current: [Line] { lines.withLock { $0 } }

    /// The desktop and the channels that rules use; the terminal shows it by itself.
    var ways: [FallbackNotifier.Way] {
        current.filter { $0.channel is DesktopChannel || !$0.settings.kind.isLocal }.map {
            ($0.channel, $0.settings.detail)
        }
    }

    /// Makes what rules and settings want now and ends what the settings no longer have.
    ///
    /// - Parameter isReload: whether channels that need secrets are made again: the secrets may have
    ///   changed, and a receiver that was gone may be back.
    /// - Throws: ``CommandFailure`` with everything that can't be made; nothing has changed then.
    func follow(
        _ configuration: Configuration, _ rules: RuleSet, isReload: Bool
    ) throws(CommandFailure) {
        let former = current
        let named = Set(rules.rules.flatMap(\.notify) + former.map(\.settings.name))
        var next: [Line] = []
        var failures: [CommandFailure] = []
        for settings in configuration.settings.channels
        where settings.kind.isLocal || named.contains(settings.name) {
            do throws(CommandFailure) {
                if let known = former.first(where: { $0.isKept(for: settings, isReload: isReload) })
                {
                    next.append(known)
                } else {
                    next.append(try line(settings, configuration, former))
                }
            } catch {
                failures.append(error)
            }
        }
        guard failures.isEmpty else {
            throw CommandFailure(
                failures[0].status, text: failures.map(\.text).joined(separator: "\n"))
        }
        replace(former, with: next)
    }

    private func line(
        _ settings: ChannelSettings, _ configuration: Configuration, _ former: [Line]
    ) throws(CommandFailure) -> Line {
        Line(
            settings, try make(settings, configuration), configuration.batch(of: settings.name),
            isReplacement: former.contains { $0.settings.name == settings.name })
    }

    func ring() {
        for line in current { line.signal.post() }
    }

    /// Delivers until ``finish()``; `deliver` delivers what waits on one channel until its signal ends.
    func run(_ deliver: @escaping @Sendable (Line) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for await line in beginnings {
                group.addTask { await deliver(line) }
            }
        }
    }

    /// Ends all deliveries after what they are doing.
    func finish() {
        continuation.finish()
        for line in current { line.signal.finish() }
    }

    private func replace(_ former: [Line], with next: [Line]) {
        lines.withLock { $0 = next }
        for line in former where !next.contains(where: { $0 === line }) { line.signal.finish() }
        for line in next where !former.contains(where: { $0 === line }) {
            continuation.yield(line)
        }
    }
}

extension ChannelRegistry.Line {
    /// Whether it can go on under these settings.
    ///
    /// A process has one desktop, whose clicks have one listener, so local channels are never replaced.
    fileprivate func isKept(for next: ChannelSettings, isReload: Bool) -> Bool {
        let isLocal = next.kind.isLocal && settings.kind == next.kind && settings.name == next.name
        return isLocal || (settings == next && !isReload)
    }
}
