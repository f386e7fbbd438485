import Finance
import Testing

@Suite("The name that was probably meant")
struct NearestNameTests {
    private let known = ["below", "clientSecret", "clientId", "url", "heartbeat"]

    @Test(
        "is found for slips and not for other words",
        arguments: [
            ("belov", "below"), ("client_secret", "clientSecret"), ("clientid", "clientId"),
            ("ulr", "url"), ("hartbeat", "heartbeat"), ("colour", nil), ("x", nil), ("", nil),
        ] as [(String, String?)])
    func finds(written: String, expected: String?) {
        #expect(NearestName.find(written, among: known) == expected)
    }

    @Test("is not searched for in words too long to be a slip")
    func longWords() {
        #expect(NearestName.find(String(repeating: "a", count: 100_000), among: known) == nil)
    }
}
