import Finance
import TestSupport
import Testing

@testable import Recording

@Suite("What fuzzing found")
struct CorpusTests {
    @Test("every kept line is refused or can be written and read again")
    func lines() throws {
        let reader = SnapshotLineReader()
        let writer = SnapshotLineWriter()
        for (name, bytes) in try FuzzCorpus.inputs(of: "line") {
            guard let line = try? reader.line(bytes, number: 1) else { continue }
            let written =
                switch line {
                case .snapshot(let snapshot): writer.line(snapshot)
                case .transaction(let transaction): writer.line(transaction)
                }
            #expect(try reader.line(written, number: 1) == line, "\(name)")
        }
    }

    @Test("every kept amount is refused or can be written and read again")
    func amounts() throws {
        for (name, bytes) in try FuzzCorpus.inputs(of: "money") {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let money = try? Money(parsing: text, currency: .nok) else { continue }
            #expect(try Money(parsing: money.decimalText, currency: .nok) == money, "\(name)")
        }
    }

    @Test("every kept text is a JSON value or has a problem, and places are found")
    func json() throws {
        for (name, bytes) in try FuzzCorpus.inputs(of: "json") {
            let text = PositionedJSON(bytes)
            for problem in text.problems { _ = text.position(ofByte: problem.range.upperBound) }
            #expect(text.root != nil || !text.problems.isEmpty, "\(name)")
        }
    }
}
