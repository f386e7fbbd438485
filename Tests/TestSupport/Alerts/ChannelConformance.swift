public import Alerts
import Finance
import Foundation
import Rules
import Testing

/// What every ``Alerts/Channel`` has to do, as checks that fail the running test.
///
/// `makeChannel` gives a channel whose receiver takes everything, `makeHanging` one whose receiver
/// never answers, `makeFailing` one whose receiver refuses or is not there.
///
/// ```swift
/// await ChannelConformance(
///     name: "hook", makeChannel: { … }, makeHanging: { … }, makeFailing: { … }
/// ).run()
/// ```
public struct ChannelConformance: Sendable {
    /// Makes a channel that is used once.
    public typealias Maker = @Sendable () async throws -> any Channel

    private let name: String
    private let makeChannel: Maker
    private let makeHanging: Maker?
    private let makeFailing: Maker?

    /// Checks channels of that name; what a kind of channel can't do is left out with `nil`.
    public init(
        name: String, makeChannel: @escaping Maker, makeHanging: Maker? = nil,
        makeFailing: Maker? = nil
    ) {
        self.name = name
        self.makeChannel = makeChannel
        self.makeHanging = makeHanging
        self.makeFailing = makeFailing
    }

    /// Runs every check.
    public func run() async throws {
        try await hasItsName()
        try await deliversEveryKind()
        try await deliversTheSameAgain()
        try await deliversHostileText()
        try await servesCallersAtTheSameTime()
        try await endsWhenCancelled()
        try await reportsFailuresInWords()
    }

    private func hasItsName() async throws {
        #expect(try await makeChannel().name == name)
    }

    private func deliversEveryKind() async throws {
        let channel = try await makeChannel()
        for kind in AlertNotification.Kind.allCases {
            let outcome = await channel.deliver(ChannelSamples.notification(kind, "ntc_\(kind)"))
            #expect(outcome == .delivered, "\(kind.rawValue)")
        }
    }

    private func deliversTheSameAgain() async throws {
        let channel = try await makeChannel()
        for _ in 0..<2 {
            #expect(
                await channel.deliver(ChannelSamples.notification(.fired, "ntc_1")) == .delivered)
        }
    }

    private func deliversHostileText() async throws {
        let channel = try await makeChannel()
        for (number, text) in ChannelSamples.hostileTexts.enumerated() {
            var notification = ChannelSamples.notification(.fired, "ntc_h\(number)")
            notification.data.title = text
            notification.data.body = text
            #expect(await channel.deliver(notification) == .delivered, "text \(number)")
        }
    }

    private func servesCallersAtTheSameTime() async throws {
        let channel = try await makeChannel()
        await withTaskGroup(of: DeliveryOutcome.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await channel.deliver(ChannelSamples.notification(.fired, "ntc_c\(number)"))
                }
            }
            for await outcome in group { #expect(outcome == .delivered) }
        }
    }

    /// A cancelled attempt comes back with an outcome that may be tried again.
    private func endsWhenCancelled() async throws {
        guard let channel = try await makeHanging?() else { return }
        let attempt = Task { await channel.deliver(ChannelSamples.notification(.fired, "ntc_x")) }
        attempt.cancel()
        guard case .retry = await attempt.value else {
            Issue.record("a cancelled attempt has to be tried again")
            return
        }
    }

    private func reportsFailuresInWords() async throws {
        guard let channel = try await makeFailing?() else { return }
        let outcome = await channel.deliver(ChannelSamples.notification(.fired, "ntc_f"))
        switch outcome {
        case .delivered: Issue.record("a receiver that refuses has not got it")
        case .retry(let problem, _), .refused(let problem), .partlyRefused(let problem),
            .channelClosed(let problem):
            #expect(!problem.problem.isEmpty)
            #expect(!problem.problem.contains("\n"))
            #expect(!problem.fix.isEmpty)
        }
    }
}
