import Store
import Testing

@Suite("Fault points")
struct FaultPointTests {
    @Test("have the names that crash tests use")
    func names() {
        #expect(
            FaultPoint.allCases.map(\.rawValue) == [
                "before-commit", "in-commit-after-facts", "in-commit-after-alerts",
                "in-commit-after-outbox", "after-commit", "before-attempt-mark",
                "after-attempt-mark", "before-result-mark", "after-result-mark",
            ])
    }
}
