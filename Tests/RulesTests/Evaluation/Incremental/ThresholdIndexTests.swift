import Testing

@testable import Rules

@Suite("Thresholds in order")
struct ThresholdIndexTests {
    @Test("a value that moves concerns the rules whose thresholds it passes", arguments: 0...40)
    func crossed(count: Int) {
        // Every second threshold is there twice, and there are gaps between them.
        let thresholds = (0..<count).map { (value: Int64($0 / 2 * 3), rule: $0) }
        let index = ThresholdIndex(thresholds)
        let values = Array(Int64(-2)...Int64(count * 2 + 2)) + [.min, .max]
        for old in values.prefix(12) {
            for new in values {
                let passed = thresholds.filter {
                    min(old, new) < $0.value && $0.value <= max(old, new)
                }
                #expect(index.crossed(from: old, to: new).sorted() == passed.map(\.rule))
            }
        }
    }
}
