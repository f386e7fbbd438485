import Finance
import Foundation
import Recording
import Testing

@Suite("Which days a recorded line covers")
struct RecordedCoverageTests {
    private let zone = TimeZone.gmt

    private func line(_ day: String, rows: [String] = [], from: String? = nil) throws -> Snapshot {
        let rows = rows.map { #"{"account":"a","amount":"-1","date":"\#($0)"}"# }
        let from = from.map { #","from":"\#($0)""# } ?? ""
        let text = """
            {"observedAt":"\(day)T09:00:00Z","source":"s","outcome":"complete",
             "accounts":[{"id":"a"\(from)}],"transactions":[\(rows.joined(separator: ","))]}
            """
        return try SnapshotLineReader().snapshot(Array(text.utf8), number: 1)
    }

    private func covered(_ coverage: inout RecordedCoverage, _ snapshot: Snapshot) -> String? {
        coverage.filled(snapshot).accounts.first?.coveredFrom?.description
    }

    @Test("starts with the oldest row, or with the line's own day without rows")
    func firstLine() throws {
        var coverage = RecordedCoverage(zone: zone)
        let rows = ["2026-03-04", "2026-03-01", "2026-03-06"]
        #expect(try covered(&coverage, line("2026-03-06", rows: rows)) == "2026-03-01")
        coverage = RecordedCoverage(zone: zone)
        #expect(try covered(&coverage, line("2026-03-06")) == "2026-03-06")
    }

    @Test("reaches back at least to the line before")
    func laterLines() throws {
        var coverage = RecordedCoverage(zone: zone)
        _ = try covered(&coverage, line("2026-03-06"))
        #expect(try covered(&coverage, line("2026-03-09", rows: ["2026-03-08"])) == "2026-03-06")
        #expect(try covered(&coverage, line("2026-03-10", rows: ["2026-03-02"])) == "2026-03-02")
    }

    @Test("leaves alone what a line says itself, and failed polls")
    func explicit() throws {
        var coverage = RecordedCoverage(zone: zone)
        let rows = ["2026-03-01"]
        let snapshot = try line("2026-03-06", rows: rows, from: "2026-02-04")
        #expect(covered(&coverage, snapshot) == "2026-02-04")
        let failed = Snapshot(
            source: "s", observedAt: snapshot.observedAt,
            failure: SourceFailure(kind: .server, problem: "", fix: ""))
        #expect(coverage.filled(failed) == failed)
    }
}
