import Foundation
import HTTP
import TestSupport
import Testing

@Suite("Guarantees: what the program knows of itself", .programs)
struct KnowledgeGuaranteeTests {
    @Test("guarantee 32: status and metrics have every figure that was promised")
    func figures() async throws {
        let stage = try await Stage()
        let port = try FreePort.any()
        try stage.settle(top: #""metrics": {"port": \#(port)},"#)
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let text = try await stage.run(["status", "--json"]).lines.joined()
        let status = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(Self.names(status, "").sorted() == Self.statusNames)
        let transport = CurlTransport()
        defer { transport.close() }
        let answer = try await transport.send(
            HTTPRequest(url: "http://127.0.0.1:\(port)/metrics"))
        let families = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) }
        #expect(families.sorted() == Self.families)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    /// The paths of all members; those of a list's first element stand for it.
    private static func names(_ value: Any, _ path: String) -> [String] {
        if let members = value as? [String: Any] {
            return members.flatMap { names($0.value, path + "." + $0.key) }
        }
        guard let list = value as? [Any], let first = list.first else { return [path] }
        return names(first, path + "[]")
    }

    private static let statusNames = words(
        """
        .alerts.firing .alerts.held .alerts.pending .at .attention .counters.clockSteps
        .counters.completeCycles .counters.cycles .counters.deliveries .counters.evaluations
        .counters.failedDeliveries .counters.gaveUp .counters.notices .counters.refusedReloads
        .counters.reloads .counters.storeFailures .outbox.gaveUp .outbox.gaveUpLately
        .outbox.oldestWaiting .outbox.waiting .rules.count .rules.hash .rules.outdated
        .sources[].failingSince .sources[].failure .sources[].id .sources[].lastComplete
        .sources[].lastPoll .sources[].lastSuccess .sources[].missedSlots .sources[].nextSlot
        .sources[].polls .version .watcher.holder .watcher.nextWake .watcher.running
        .watcher.startedAt
        """)

    private static let families = words(
        """
        alerts clock_steps_total complete_cycles_total cycles_total deliveries_total
        evaluations_total failed_deliveries_total gave_up_total missed_slots_total notices_total
        outbox outbox_oldest_waiting_seconds poll_failures_total polls_total
        refused_reloads_total reloads_total rules rules_info rules_outdated source_failing
        source_last_poll_timestamp_seconds source_last_success_timestamp_seconds
        start_timestamp_seconds store_failures_total
        """
    ).map { "saldovakt_" + $0 }

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    @Test("guarantee 33: why a rule did or did not fire is kept: values, verdict and time")
    func history() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        for _ in 0..<3 { try await stage.once() }
        let found = try await stage.run(["rules", "explain", "--history", "low"])
        #expect(found.code == 0, "\(found.errors)")
        let lines = found.lines.filter { $0.contains("Lommepenger") }
        #expect(lines.count == 2, "\(found.lines)")
        #expect(lines.first?.contains("clear") == true)
        #expect(lines.last?.contains("holds") == true)
        #expect(lines.last?.contains("80,00") == true)
    }

    @Test("guarantee 34: every reason of the published list is expected by a case")
    func reasons() throws {
        let folder = Project.root.appending(path: "rules/cases")
        var found: Set<String> = ["deliveryFailing"]
        for name in RuleToolTests.caseFiles {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for part in text.components(separatedBy: #""reason": ""#).dropFirst() {
                found.insert(String(part.prefix { $0 != "\"" }))
            }
        }
        #expect(
            found.sorted() == [
                "alreadySo", "arrivedLate", "booked", "corrected", "deadlineMissed",
                "deliveryFailing", "dropped", "entered", "newTransaction", "periodExceeded",
                "recovered", "reminder", "restored", "scheduled", "setCompleted",
                "settledDifferently", "signInExpiring", "signInRefused", "stale", "unreachable",
            ])
    }

    @Test("guarantee 35: a rule that can't fire is flagged, with the merchant that was meant")
    func neverMatches() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.once()
        try stage.rule(["kino": "new debit at 'Fjordbi Kino'"])
        let rules = stage.scratch.path("rules.json").path
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        let found = try await stage.run(["rules", "check", "--strict", rules] + settings)
        #expect(found.code == 3, "\(found.errors)")
        #expect(found.errors.contains("[matched-nothing]"))
        #expect(found.errors.contains("FJORDBY KINO"), "\(found.errors)")
    }
}
