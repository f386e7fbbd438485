public import Alerts
public import Finance

/// The live parts that a watcher works with; each is a port.
public struct WatchParts: Sendable {
    /// A bank and how often it is polled.
    public struct PolledSource: Sendable {
        /// The bank.
        public let source: any BankSource
        /// How long from slot to slot.
        public let interval: Duration

        /// Pairs a bank with its interval.
        public init(source: any BankSource, interval: Duration) {
            self.source = source
            self.interval = interval
        }
    }

    /// The banks.
    public let sources: [PolledSource]
    /// The durable memory.
    public let store: any AlertStore
    /// The rules.
    public let rules: any RuleSource
    /// Makes the pure middle.
    public internal(set) var builder: PipelineBuilder
    /// The time.
    public let clock: any WallClock
    /// Is told what happens.
    public let observer: WatchObserver
    /// The names of the channels that exist; what waits for another one is given up at the start
    /// and when the settings no longer name it.
    public internal(set) var channels: Set<String>?

    /// Gathers the parts.
    public init(
        sources: [PolledSource], store: any AlertStore, rules: any RuleSource,
        builder: PipelineBuilder, clock: any WallClock, observer: @escaping WatchObserver,
        channels: Set<String>? = nil
    ) {
        self.channels = channels
        self.sources = sources
        self.store = store
        self.rules = rules
        self.builder = builder
        self.clock = clock
        self.observer = observer
    }
}
