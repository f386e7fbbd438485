import Foundation
import HTTP
import Store
import TestSupport
import Testing
import Threads

@Suite("A crash at any point of a cycle", .programs)
struct CrashMatrixTests {
    /// How the channel is while the watcher dies.
    enum Weather: String, CaseIterable, Sendable {
        /// It confirms.
        case up
        /// It confirms; the watcher dies when it passes the point for the second time.
        case upAgain
        /// It answers that it can't.
        case down
        /// It takes the request and says nothing; who has not died by then is killed.
        case hanging
    }

    @Test(
        "guarantee 1: loses no beginning, no end and no event, and sends none under a second id",
        arguments: FaultPoint.allCases.map(\.rawValue), Weather.allCases)
    func matrix(point: String, weather: Weather) async throws {
        let scene = try await CrashScene()
        for act in CrashScene.Act.allCases {
            try await scene.play(act, dyingAt: point, weather: weather)
        }
        for _ in 0..<2 { #expect(try await scene.stage.once(after: .seconds(600)) == 0) }
        #expect(scene.confirmed.map(\.word).sorted() == scene.expected, "\(point), \(weather)")
        #expect(scene.ids.count == 3, "\(point), \(weather)")
        // Those two are passed by command lines that leave commands.
        let isCycle = !["before-instruction", "after-instruction"].contains(point)
        if isCycle, weather != .upAgain { #expect(scene.deaths == 3, "\(point), \(weather)") }
    }

    @Test("is noticed by these tests when a commit forgets its outbox")
    func oracle() async throws {
        let scene = try await CrashScene()
        for act in CrashScene.Act.allCases {
            try await scene.play(act, dyingAt: "skip-outbox", weather: .up)
        }
        #expect(scene.confirmed.map(\.word).sorted() != scene.expected)
    }
}

/// A watcher with a clock, and a receiver that remembers what it confirmed.
private final class CrashScene: Sendable {
    /// What happens at the bank.
    enum Act: CaseIterable, Sendable {
        /// A level begins.
        case fire
        /// Something is bought.
        case event
        /// The level ends.
        case resolve
    }

    private struct Book: Sendable {
        var weather = CrashMatrixTests.Weather.up
        var confirmed: [String: String] = [:]
        var ids: Set<String> = []
        var hanging = 0
        var deaths = 0
    }

    let stage: Stage
    private let hook: Hook
    private let book: Lock<Book>

    let expected = ["alert.fired big", "alert.fired low", "alert.resolved low"]

    init() async throws {
        let book = Lock(Book())
        self.book = book
        hook = try Hook { request in book.withLock { Self.answer(request, &$0) } }
        stage = try await Stage(at: "2026-03-06 09:00")
        try stage.settle(channels: hook.channel("a"))
        try stage.rule(["low": "balance under 100", "big": "new debit over 500"], on: ["a"])
        #expect(try await stage.once() == 0)
    }

    /// Id and word of what was confirmed, each id once.
    var confirmed: [(id: String, word: String)] {
        book.withLock { $0.confirmed.map { ($0.key, $0.value) } }
    }

    /// The ids of everything that was sent.
    var ids: Set<String> { book.withLock { $0.ids } }

    /// How often the watcher died.
    var deaths: Int { book.withLock { $0.deaths } }

    /// Has something happen, the watcher die of it, and the channel and the watcher come back.
    func play(
        _ act: Act, dyingAt point: String, weather: CrashMatrixTests.Weather
    ) async throws {
        switch act {
        case .fire: try await stage.hold("80.00")
        case .event: try await stage.pay("-700.00", from: "Brukskonto")
        case .resolve: try await stage.hold("300.00")
        }
        book.withLock { $0.weather = weather }
        let fault = weather == .upAgain ? "\(point):2" : point
        let watcher = try stage.watch(
            ["--json", "--once"], environment: ["SALDOVAKT_FAULT": fault])
        _ = await eventually {
            !watcher.isRunning || self.book.withLock { $0.hanging > 0 }
        }
        if watcher.isRunning { watcher.signal(SIGKILL) }
        let code = try await watcher.exitCode()
        #expect(code == -SIGKILL || code == 0)
        book.withLock { book in
            book.deaths += code == 0 ? 0 : 1
            book.weather = .up
            book.hanging = 0
        }
        if point != "skip-outbox" { #expect(try await stage.once(after: .seconds(120)) == 0) }
    }

    private static func answer(_ request: LoopbackRequest, _ book: inout Book) -> LoopbackAnswer {
        let id = request.header("webhook-id") ?? ""
        book.ids.insert(id)
        switch book.weather {
        case .up, .upAgain:
            book.confirmed[id] = request.notification?.word ?? ""
            return .respond(status: 200)
        case .down: return .respond(status: 503)
        case .hanging:
            book.hanging += 1
            return .hang
        }
    }
}
