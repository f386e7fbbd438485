public import Finance
import Foundation

extension FinanceStore {
    /// The wake-ups of a program that works only when data has changed.
    ///
    /// Each element names the kinds that changed since the one before, never what changed: ask the
    /// history for that. Between two elements lies at least the shortest gap. It never ends by
    /// itself and uses no processor while it waits.
    ///
    /// ```swift
    /// for try await kinds in store.backgroundDelivery(for: [.transactions], frequency: .hourly,
    ///     clock: clock) { await update(kinds) }
    /// ```
    ///
    /// - Parameters:
    ///   - kinds: which kinds wake it.
    ///   - frequency: the shortest gap.
    ///   - clock: the time of day and the waiting.
    ///   - token: a token of any stream of this store and reader; what changed after it counts.
    ///     Without one, what changes from now on.
    public func backgroundDelivery(
        for kinds: Set<BackgroundDataType>, frequency: UpdateFrequency, clock: any WallClock,
        since token: HistoryToken? = nil
    ) -> BackgroundDelivery {
        BackgroundDelivery(
            store: self, plan: DeliveryPlan(kinds: kinds, frequency: frequency), clock: clock,
            token: token)
    }

    /// A sequence of wake-ups; see ``backgroundDelivery(for:frequency:clock:since:)``.
    public struct BackgroundDelivery: AsyncSequence, Sendable {
        /// The store that is watched.
        let store: FinanceStore
        /// Decides when to wake.
        let plan: DeliveryPlan
        /// The time of day and the waiting.
        let clock: any WallClock
        /// From where on changes count.
        let token: HistoryToken?

        /// Starts to wait.
        public func makeAsyncIterator() -> Iterator {
            Iterator(store: store, plan: plan, clock: clock, token: token)
        }

        /// Gives one wake-up after the other.
        public struct Iterator: AsyncIteratorProtocol {
            private let store: FinanceStore
            private var plan: DeliveryPlan
            private let clock: any WallClock
            private let token: HistoryToken?
            private var position: Int64?
            private var rings: AsyncStream<Void>.Iterator

            /// Starts to listen.
            init(
                store: FinanceStore, plan: DeliveryPlan, clock: any WallClock,
                token: HistoryToken?
            ) {
                self.store = store
                self.plan = plan
                self.clock = clock
                self.token = token
                rings = store.bell.listen().makeAsyncIterator()
            }

            /// The kinds of the next wake-up; `nil` when the task is cancelled.
            ///
            /// - Throws: ``FinanceError``.
            public mutating func next() async throws -> [BackgroundDataType]? {
                while !Task.isCancelled {
                    if let kinds = try await turn() { return kinds }
                }
                return nil
            }

            private mutating func turn() async throws -> [BackgroundDataType]? {
                let start: Int64
                if let position { start = position } else { start = try await firstPosition() }
                let news = try await store.changedKinds(since: start)
                position = news.head
                plan.note(news.kinds)
                switch plan.decision(at: clock.now) {
                case .start(let kinds):
                    plan.started(at: clock.now)
                    return kinds
                case .wait(let end):
                    try? await clock.sleep(until: end)
                case .idle:
                    _ = await rings.next()
                }
                return nil
            }

            private func firstPosition() async throws -> Int64 {
                if let token { return try await store.position(of: token) }
                return try await store.position(of: store.currentToken())
            }
        }
    }

    /// The kinds that changed for this reader after a number of the sequence.
    fileprivate func changedKinds(
        since position: Int64
    ) async throws -> (kinds: Set<BackgroundDataType>, head: Int64) {
        let reader = reader
        return try await reading("look for changes") { database in
            try ChangedKinds.read(since: position, reader: reader, from: database)
        }
    }
}

@available(*, unavailable)
extension FinanceStore.BackgroundDelivery.Iterator: Sendable {}
