import Finance
import Testing

@Suite("A length of time as people write it")
struct DurationTextTests {
    @Test(
        "is read in both forms",
        arguments: [
            ("5m", 300), ("2h", 7_200), ("1d", 86_400), ("5 minutes", 300), ("1 minute", 60),
            ("90s", 90), ("1 hour", 3_600), ("2 weeks", 1_209_600), ("3 days", 259_200),
            ("1 m", 60),
        ])
    func reads(text: String, seconds: Int) {
        #expect(DurationText.parse(text) == .seconds(seconds))
    }

    @Test(
        "is refused in any other",
        arguments: [
            "", "5", "m", "0m", "-5m", "5 M", "1.5h", "5  m", "5m ", " 5m", "five minutes",
            "99999999999999999999m", "9223372036854775807w", "11 years", "４m",
        ])
    func refuses(text: String) {
        #expect(DurationText.parse(text) == nil)
    }
}
