public import Alerts
public import Foundation

extension SQLiteAlertStore {
    /// The instructions that nobody has followed yet, in the order in which they were given.
    public func instructions() async throws(StoreError) -> [Instruction] {
        try await connection.readUnlessEmpty(memory.hasNoInstructions, "read instructions") {
            try InstructionRow.all(from: $0)
        }
    }

    /// The last evaluations of every rule, oldest first.
    public func evaluations() async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { try EvaluationRow.all(from: $0) }
    }

    /// The last evaluations of one rule, oldest first.
    public func evaluations(ofRule id: String) async throws(StoreError) -> [EvaluationEntry] {
        try await connection.read("read evaluations") { database in
            try EvaluationRow.all(ofRule: id, from: database)
        }
    }

    /// The given-up entries of which nobody was told elsewhere, oldest first.
    public func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry] {
        try await connection.readUnlessEmpty(
            memory.hasNoUnreported, "look for undelivered notices"
        ) { database in
            try OutboxKeeper.unreported(limit: limit, from: database)
        }
    }

    /// When the channel last took a notice.
    public func lastDelivery(channel: String) async throws(StoreError) -> Date? {
        try await connection.read("look for deliveries") { database in
            try OutboxKeeper.lastDelivery(channel: channel, from: database)
        }
    }

    /// Gives up what waits for channels that no longer exist.
    @discardableResult
    public func abandon(
        channelsExcept names: Set<String>, problem: DeliveryProblem
    ) async throws(StoreError) -> Int {
        try await connection.write("give up notices") { database in
            try OutboxKeeper.abandon(channelsExcept: names, problem: problem, in: database)
        }
    }

    /// Forgets entries that ended and were decided before `instant`.
    public func forgetOutbox(before instant: Date) async throws(StoreError) {
        try await connection.write("forget old notices") { database in
            try OutboxKeeper.forget(before: instant, in: database)
        }
    }

    /// Everything that is stored about the notices of one alert, oldest first.
    ///
    /// - Parameter limit: how many of its notices at most; the newest count.
    public func story(
        ofAlert alertKey: String, limit: Int = 200
    ) async throws(StoreError) -> AlertStory {
        try await connection.read("read the story of an alert") { database in
            let deliveries = try OutboxReader.story(
                ofAlert: alertKey, limit: limit, from: database)
            return AlertStory(alertKey: alertKey, deliveries: deliveries)
        }
    }

    /// The entries of the outbox whose notice has an identifier that begins like this.
    public func entries(
        noticePrefix: String, limit: Int = 50
    ) async throws(StoreError) -> [OutboxEntry] {
        try await connection.read("look for a notice") { database in
            try OutboxReader.entries(noticePrefix: noticePrefix, limit: limit, from: database)
        }
    }
}
