import Alerts
import Foundation
import TestSupport
import Testing

@Suite("Channels")
struct ChannelConformanceTests {
    @Test("the recording channel does what every channel has to do")
    func recording() async throws {
        let problem = DeliveryProblem(reason: .client, problem: "answered 400", fix: "look")
        try await ChannelConformance(
            name: "hook", makeChannel: { RecordingChannel("hook") },
            makeHanging: { HangingChannel("hook") },
            makeFailing: { RecordingChannel("hook", afterwards: .refused(problem)) }
        ).run()
    }

    @Test("the recording channel follows its script and remembers every attempt")
    func script() async {
        let problem = DeliveryProblem(reason: .server, problem: "answered 503", fix: "wait")
        let retry = DeliveryOutcome.retry(problem, after: .seconds(3))
        let channel = RecordingChannel("hook", outcomes: [retry])
        let notification = AlertNotification(
            type: .fired, id: "ntc_1", timestamp: .distantPast, data: NotificationCodingSamples.data
        )
        async let waiting: Void = channel.waitForAttempts(2)
        #expect(await channel.deliver(notification) == retry)
        #expect(await channel.deliver(notification) == .delivered)
        await waiting
        #expect(await channel.attempts.count == 2)
        #expect(await channel.delivered == [notification])
    }
}
