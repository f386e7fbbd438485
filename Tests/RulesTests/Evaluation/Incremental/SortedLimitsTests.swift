import Testing

@testable import Rules

@Suite("Limits in order")
struct SortedLimitsTests {
    @Test("tell how many a value has reached, whether they are few or many", arguments: 0...70)
    func reached(count: Int) {
        // Every second limit stands twice, and there are gaps between them.
        let values = (0..<count).map { Int64($0 / 2 * 3) }
        let limits = SortedLimits(sorted: values)
        for value in Int64(-2)...Int64(count * 2 + 2) {
            #expect(limits.reached(by: value) == values.count { $0 <= value }, "\(value)")
        }
        #expect(limits.reached(by: .min) == 0)
        #expect(limits.reached(by: .max) == count)
    }
}
