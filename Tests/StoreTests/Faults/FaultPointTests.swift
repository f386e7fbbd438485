import Store
import TestSupport
import Testing

@Suite("Fault points", .io)
struct FaultPointTests {
    @Test("have the names that crash tests use")
    func names() {
        #expect(
            FaultPoint.allCases.map(\.rawValue) == [
                "before-instruction", "after-instruction",
                "before-commit", "in-commit-after-facts", "in-commit-after-alerts",
                "in-commit-after-outbox", "in-commit-after-instructions", "after-commit",
                "before-attempt-mark",
                "after-attempt-mark", "before-result-mark", "after-result-mark",
            ])
    }
}
