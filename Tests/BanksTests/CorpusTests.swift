import TestSupport
import Testing

@Suite("What fuzzing of banks' answers found", .io)
struct CorpusTests {
    @Test(
        "every kept answer and stored sign-in is read or refused, as every source has to",
        arguments: InventedAnswers.allCases)
    func kept(bank: InventedAnswers) async throws {
        for (name, bytes) in try FuzzCorpus.inputs(of: bank.rawValue) {
            #expect(await bank.fault(with: bytes) == nil, "\(name)")
        }
    }
}
