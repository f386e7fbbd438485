import Alerts
import Finance
import Foundation
import HTTP
import TestSupport
import Testing
import Threads

@testable import Channels

/// What single services say in their own ways.
@Suite("webhook answers", .io)
struct WebhookAnswerTests {
    private func outcome(
        _ format: String, _ status: Int, _ body: String, retryAfter: Duration? = nil
    ) async throws -> DeliveryOutcome {
        let response = HTTPResponse(
            status: status, body: Array(body.utf8), retryAfter: retryAfter)
        return try await FormatCase.named(format).outcome(response)
    }

    @Test(
        "a wait in the body counts if it is longer than the header's",
        arguments: [
            ("discord", #"{"message":"x","retry_after":2.5,"global":false}"#),
            ("telegram", #"{"ok":false,"error_code":429,"parameters":{"retry_after":2.5}}"#),
            ("matrix", #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2500}"#),
            ("zulip", #"{"result":"error","code":"RATE_LIMIT_HIT","retry-after":2.5}"#),
        ])
    func waits(format: String, body: String) async throws {
        #expect(try await outcome(format, 429, body).wait == .milliseconds(2_501))
        let longer = try await outcome(format, 429, body, retryAfter: .seconds(9))
        #expect(longer.wait == .seconds(9))
        let endless = body.replacing("2500", with: "9e99").replacing("2.5", with: "9e99")
        #expect(try await outcome(format, 429, endless).wait == .seconds(604_800))
    }

    @Test(
        "a refusal with 200 is final, not tried for a day",
        arguments: [
            ("telegram", #"{"ok":false,"description":"Bad Request: chat not found"}"#),
            ("rocket-chat", #"{"success":false,"error":"invalid-channel"}"#),
            ("zulip", #"{"result":"error","msg":"x","code":"BAD_REQUEST"}"#),
            ("pushover", #"{"status":0,"errors":["x"]}"#), ("slack", #"{"ok":false}"#),
            ("mattermost", #"{"error":"no_text"}"#),
        ])
    func refused(format: String, body: String) async throws {
        #expect(try await outcome(format, 200, body).kind == "refused")
    }

    @Test(
        "the receiver's word for a refusal is shown",
        arguments: [
            ("slack", 404, "channel_not_found", "404 (channel_not_found)"),
            ("matrix", 403, #"{"errcode":"M_FORBIDDEN","error":"x"}"#, "403 (M_FORBIDDEN)"),
            ("ntfy", 403, #"{"code":40301,"error":"forbidden"}"#, "403 (code 40301)"),
            (
                "telegram", 400, #"{"ok":false,"description":"Bad Request: chat not found"}"#,
                "400 (Bad Request chat not found)"
            ),
            (
                "zulip", 400, #"{"result":"error","code":"STREAM_DOES_NOT_EXIST"}"#,
                "400 (STREAM_DOES_NOT_EXIST)"
            ),
            ("discord", 400, #"{"code":50006,"message":"x"}"#, "400 (code 50006)"),
            ("gotify", 400, #"{"error":"Bad Request","errorCode":400}"#, "400 (Bad Request)"),
            ("slack", 400, "<b>no</b>", "400"),
        ])
    func words(format: String, status: Int, body: String, words: String) async throws {
        let outcome = try await outcome(format, status, body)
        #expect(outcome.problem?.problem.hasSuffix("answered \(words)") == true)
    }

    @Test(
        "a word that repeats a secret of the channel is not shown",
        arguments: [
            ("gotify", 410, #"{"error":"no token HUNTER2"}"#),
            ("gotify", 400, #"{"error":"no token hun-ter2"}"#),
            ("rocket-chat", 400, #"{"success":false,"error":"invalid hunter2"}"#),
            ("telegram", 400, #"{"ok":false,"description":"Bad Request: no chat 100123"}"#),
            ("telegram", 400, #"{"ok":false,"description":"Bad Request: bot 123:hunter2"}"#),
            ("slack", 410, "no hook T0 B0 hunter2"),
            ("mattermost", 404, #"{"id":"no.hook.hunter2"}"#),
            ("zulip", 400, #"{"result":"error","code":"NO_STREAM_FAMILY_CO"}"#),
            ("matrix", 403, #"{"errcode":"M_NOT_hunter2"}"#),
        ])
    func repeatedSecrets(format: String, status: Int, body: String) async throws {
        let outcome = try await outcome(format, status, body)
        #expect(outcome.problem?.problem.hasSuffix("answered \(status)") == true)
    }

    @Test("a word that repeats a person's own header is not shown")
    func repeatedHeader() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in
            HTTPResponse(status: 401, body: Array("no key s3cretvalue".utf8))
        }
        let channel = try FormatCase.named("slack").channel(
            transport, headers: [WebhookHeader("Authorization", Secret("Bearer s3cretvalue"))])
        let outcome = await channel.deliver(SampleNotification.level())
        #expect(outcome.problem?.problem.hasSuffix("answered 401") == true)
    }

    @Test("a deleted webhook of Discord is never used again")
    func discordGone() async throws {
        #expect(try await outcome("discord", 404, "{}").kind == "channelClosed")
    }

    @Test("a wrong token of Telegram holds the channel")
    func telegramToken() async throws {
        let body = #"{"ok":false,"error_code":404,"description":"Not Found"}"#
        #expect(try await outcome("telegram", 404, body).problem?.reason == .auth)
    }

    @Test(
        "what speaks like Slack may say yes in its own way",
        arguments: [
            (200, "ok", "delivered"), (204, "", "delivered"), (200, "", "delivered"),
            (200, #"{"ok":true}"#, "delivered"), (200, #"{"success":true}"#, "delivered"),
            (200, #"{"result":"success","msg":""}"#, "delivered"), (202, "queued", "delivered"),
            (200, #"{"ok":false,"error":"x"}"#, "refused"), (200, "<!DOCTYPE html>", "retry"),
        ])
    func compatible(status: Int, body: String, kind: String) async throws {
        let other = FormatCase(
            name: "other", receiver: .slack(url: Secret("https://chat.example/hooks/1")),
            success: HTTPResponse(status: 200))
        let outcome = try await other.outcome(
            HTTPResponse(status: status, body: Array(body.utf8)))
        #expect(outcome.kind == kind)
    }

    @Test(
        "Slack itself says 200 and ok",
        arguments: [
            (200, "ok", true), (200, " ok\n", true), (200, "", false), (204, "", false),
            (200, "fine", false),
        ])
    func slack(status: Int, body: String, isDelivered: Bool) async throws {
        #expect(
            try await outcome("slack", status, body).kind == (isDelivered ? "delivered" : "retry"))
    }

    @Test("requests keep the distance that a service documents")
    func pace() async throws {
        for (name, gap) in [("slack", Duration.seconds(1)), ("teams", .milliseconds(250))] {
            let format = try FormatCase.named(name)
            let pauses = Lock<[Duration]>([])
            let channel = try format.channel(
                ScriptedTransport { (_) throws(TransportError) in format.success }, pauses: pauses)
            for number in 0..<3 {
                let outcome = await channel.deliver(SampleNotification.level(id: "ntc_\(number)"))
                #expect(outcome == .delivered)
            }
            #expect(pauses.withLock { $0 } == [gap, gap * 2])
        }
    }

    @Test("an empty bucket of Discord's is waited for, a long wait is left to the outbox")
    func bucket() async throws {
        for (after, expected) in [("1.5", "delivered"), ("900", "retry")] {
            let headers = [
                HTTPHeader("x-ratelimit-remaining", "0"),
                HTTPHeader("x-ratelimit-reset-after", after),
            ]
            let pauses = Lock<[Duration]>([])
            let channel = try FormatCase.named("discord").channel(
                ScriptedTransport { (_) throws(TransportError) in
                    HTTPResponse(status: 200, headers: headers)
                }, pauses: pauses)
            #expect(await channel.deliver(SampleNotification.level()) == .delivered)
            let second = await channel.deliver(SampleNotification.level(id: "ntc_2"))
            #expect(second.kind == expected)
            #expect(pauses.withLock { $0 } == (expected == "retry" ? [] : [.milliseconds(1_501)]))
        }
    }

    /// Delivers notifications one after the other to a channel that gives one answer for all.
    private func outcomes(_ ids: [String], _ answer: HTTPResponse, of format: FormatCase)
        async throws -> (outcomes: [DeliveryOutcome], requests: Int)
    {
        let count = Lock(0)
        let channel = try format.channel(
            ScriptedTransport { (_) throws(TransportError) in
                count.withLock { $0 += 1 }
                return answer
            })
        var outcomes: [DeliveryOutcome] = []
        for id in ids { outcomes.append(await channel.deliver(SampleNotification.level(id: id))) }
        return (outcomes, count.withLock { $0 })
    }

    @Test(
        "a pause that the receiver asks for holds every notification of the channel",
        arguments: FormatCase.all)
    func pauseHoldsAll(format: FormatCase) async throws {
        for status in [429, 503] {
            let busy = HTTPResponse(status: status, retryAfter: .seconds(900))
            let found = try await outcomes(["ntc_1", "ntc_2", "ntc_3", "ntc_2"], busy, of: format)
            #expect(found.requests == 1)
            for outcome in found.outcomes {
                #expect(outcome.wait == .seconds(900))
                #expect(outcome.problem == found.outcomes[0].problem)
            }
        }
    }

    @Test(
        "refused credentials hold the others too, until a person tries one again",
        arguments: FormatCase.all)
    func refusalHoldsAll(format: FormatCase) async throws {
        let no = HTTPResponse(status: 401)
        let held = try await outcomes(["ntc_1", "ntc_2", "ntc_3"], no, of: format)
        #expect(held.requests == 1)
        #expect(held.outcomes.allSatisfy { $0.problem?.reason == .auth })
        #expect(held.outcomes.allSatisfy { $0.wait == .seconds(3_600) })
        let asked = try await outcomes(["ntc_1", "ntc_2", "ntc_1", "ntc_2"], no, of: format)
        #expect(asked.requests == 3)
    }

    @Test("notifications that a long pause held do not lengthen it")
    func holdEnds() async throws {
        let (now, pauses, count) = (Lock(ContinuousClock.now), Lock<[Duration]>([]), Lock(0))
        let format = try FormatCase.named("slack")
        var clock = WebhookChannel.Clock.still(pauses)
        clock.instant = { now.withLock { $0 } }
        let channel = try WebhookChannel(
            name: "hook", receiver: format.receiver,
            transport: ScriptedTransport { (_) throws(TransportError) in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard number == 1 else { return format.success }
                return HTTPResponse(status: 429, retryAfter: .seconds(900))
            }, clock: clock)
        for number in 0..<100 {
            let outcome = await channel.deliver(SampleNotification.level(id: "ntc_\(number)"))
            #expect(outcome.wait == .seconds(900))
        }
        now.withLock { $0 += .seconds(900) }
        #expect(await channel.deliver(SampleNotification.level()) == .delivered)
        #expect(pauses.withLock { $0 } == [])
    }

    @Test("a receiver that accepts the credentials again gets the other notifications, spaced")
    func credentialsAccepted() async throws {
        let (isCorrect, pauses) = (Lock(false), Lock<[Duration]>([]))
        let format = try FormatCase.named("slack")
        let channel = try format.channel(
            ScriptedTransport { (_) throws(TransportError) in
                isCorrect.withLock { $0 } ? format.success : HTTPResponse(status: 401)
            }, pauses: pauses)
        for id in ["ntc_1", "ntc_2"] {
            let outcome = await channel.deliver(SampleNotification.level(id: id))
            #expect(outcome.wait == .seconds(3_600))
        }
        isCorrect.withLock { $0 = true }
        for id in ["ntc_2", "ntc_1", "ntc_3"] {
            #expect(await channel.deliver(SampleNotification.level(id: id)) == .delivered)
        }
        #expect(pauses.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test(
        "a pause also holds notifications that already wait for their turn",
        arguments: [(2, [1, 2, 3, 4]), (30, [1, 2, 3, 30, 31, 32])])
    func holdReachesWaiting(pause: Int, expected: [Int]) async throws {
        let (count, pauses, isOpen) = (Lock(0), Lock<[Duration]>([]), Lock(false))
        let format = try FormatCase.named("slack")
        var clock = WebhookChannel.Clock.still(pauses)
        clock.pause = { wait in
            pauses.withLock { $0.append(wait) }
            while !isOpen.withLock({ $0 }) { await Task.yield() }
        }
        let transport = ScriptedTransport { (_) throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return format.success }
            // The others have their turns before this answer comes.
            while pauses.withLock({ $0.count }) < 3 { await Task.yield() }
            return HTTPResponse(status: 429, retryAfter: .seconds(pause))
        }
        let channel = try WebhookChannel(
            name: "hook", receiver: format.receiver, transport: transport, clock: clock)
        let kinds = await withTaskGroup(of: String.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let outcome = await channel.deliver(
                        SampleNotification.level(id: "ntc_\(number)"))
                    if outcome != .delivered { isOpen.withLock { $0 = true } }
                    return outcome.kind
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kinds.sorted() == ["delivered", "delivered", "delivered", "retry"])
        #expect(pauses.withLock { $0.sorted() } == expected.map { .seconds($0) })
    }

    @Test("a long pause that comes while a notification waits leaves it to the outbox")
    func longerHold() async throws {
        let (now, count) = (Lock(ContinuousClock.now), Lock(0))
        let own = Lock<WebhookChannel?>(nil)
        let format = try FormatCase.named("json")
        var clock = WebhookChannel.Clock.still()
        clock.instant = { now.withLock { $0 } }
        clock.pause = { wait in
            now.withLock { $0 += wait }
            _ = await own.withLock { $0 }?.deliver(SampleNotification.level(id: "ntc_3"))
        }
        let channel = try WebhookChannel(
            name: "hook", receiver: format.receiver,
            transport: ScriptedTransport { (_) throws(TransportError) in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let pauses = [Duration.seconds(30), .seconds(900)]
                guard number <= pauses.count else { return format.success }
                return HTTPResponse(status: 503, retryAfter: pauses[number - 1])
            }, clock: clock)
        own.withLock { $0 = channel }
        _ = await channel.deliver(SampleNotification.level(id: "ntc_1"))
        let waiting = await channel.deliver(SampleNotification.level(id: "ntc_2"))
        #expect(waiting.wait == .seconds(900))
        #expect(count.withLock { $0 } == 2)
    }
}
