import Finance
import Testing

@Suite("The distance between two words")
struct EditDistanceTests {
    @Test(
        "counts inserted, deleted, replaced and swapped letters, either way",
        arguments: [
            ("under", "under", 0), ("undr", "under", 1), ("udner", "under", 1),
            ("unter", "under", 1), ("uunder", "under", 1), ("", "abc", 3),
            ("kitten", "sitting", 3), ("ab", "ba", 1),
        ])
    func distances(_ left: String, _ right: String, _ distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }

    @Test("is infinite for words that nobody means")
    func longWords() {
        let long = String(repeating: "a", count: 65)
        #expect(EditDistance.between(long, long) == .max)
    }
}
