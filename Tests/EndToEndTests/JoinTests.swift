import Foundation
import TestSupport
import Testing

@Suite("A person's word on what is one transaction", .programs)
struct JoinTests {
    private func saldovakt(_ stage: Stage, _ arguments: [String]) async throws -> (Int32, [String])
    {
        let process = try ForeignProcess(
            [Project.program.path, "transactions"] + arguments
                + ["--state", stage.scratch.path("state").path],
            environment: stage.environment())
        let code = try await process.exitCode()
        return (code, process.lines)
    }

    private func rows(_ stage: Stage) async throws -> [[String: Any]] {
        let (_, lines) = try await saldovakt(stage, ["--json", "--why"])
        let text = Data(lines.joined().utf8)
        return try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
    }

    @Test("joins two for good, splits them again, and tells nothing of either")
    func joinAndSplit() async throws {
        let stage = try await Stage()
        try await stage.once()
        try await stage.bank.perform(
            #"{"action": "reserve", "id": "r", "account": "Brukskonto", "amount": -612.00}"#)
        try await stage.once()
        // Booked under another amount at a place that the reservation did not name.
        try await stage.bank.perform(#"{"action": "release", "reservation": "r"}"#)
        try await stage.pay("-698.00", from: "Brukskonto")
        try await stage.once()
        let notified = stage.receiver.words
        #expect(notified == ["alert.fired big", "alert.fired big"])
        let ids = try await rows(stage).compactMap { $0["id"] as? String }
        #expect(ids.count == 2)
        let (code, _) = try await saldovakt(stage, ["join"] + ids.map { String($0.prefix(8)) })
        #expect(code == 0)
        #expect(try await saldovakt(stage, ["join"] + ids.reversed()).0 == 1)
        try await stage.once()
        let joined = try await rows(stage)
        #expect(joined.count == 1)
        #expect((joined.first?["why"] as? String)?.hasPrefix("joined by hand") == true)
        let whole = try #require(joined.first?["id"] as? String)
        #expect(try await saldovakt(stage, ["split", whole]).0 == 0)
        try await stage.once()
        #expect(try await rows(stage).count == 2)
        #expect(try await saldovakt(stage, ["split", ids[0]]).0 == 1)
        #expect(stage.receiver.words == notified)
    }
}
