import BankFiles
import Finance
import Foundation
import TestSupport
import Testing

@Suite("What fuzzing of files found")
struct CorpusTests {
    @Test("every kept file is refused with a reason, or says the same when it is there twice")
    func files() throws {
        let account = StatementAccount(number: "12345678903")
        for (name, bytes) in try FuzzCorpus.inputs(of: "statement") {
            do throws(StatementFileError) {
                let file = StatementMerge.File(
                    try StatementReader.read(bytes, account: account), modified: .distantPast)
                let rows = [[file], [file, file]].map { files in
                    StatementMerge(files, source: "x", account: account, zone: .gmt)
                        .observed(at: Make.instant("2026-02-12T12:00:00Z")).rows
                }
                #expect(rows[0] == rows[1], "\(name)")
            } catch {
                #expect(!error.problem.isEmpty && !error.fix.isEmpty, "\(name)")
            }
        }
    }
}
