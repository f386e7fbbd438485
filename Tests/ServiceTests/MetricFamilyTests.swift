import TestSupport
import Testing

@testable import Service

@Suite("Figures for Prometheus", .io)
struct MetricFamilyTests {
    @Test("are written in its text format")
    func text() {
        let family = MetricFamily(
            "polls_total", .counter, "Answers.",
            [MetricSample(3, ["source": "a"]), MetricSample(0, ["source": "b", "kind": "c"])])
        #expect(
            family.text == """
                # HELP polls_total Answers.
                # TYPE polls_total counter
                polls_total{source="a"} 3
                polls_total{source="b",kind="c"} 0

                """)
        #expect(MetricFamily("x", .gauge, "Nothing.", []).text.isEmpty)
    }

    @Test("escape what would end a label")
    func escaping() {
        #expect(MetricSample(1, ["a": "x\"\\\ny"]).text == #"{a="x\"\\\ny"} 1"#)
    }

    @Test(
        "write milliseconds as seconds",
        arguments: [(0, " 0.000"), (1, " 0.001"), (1_234_567, " 1234.567"), (-1_500, " -1.500")])
    func seconds(milliseconds: Int, text: String) {
        #expect(MetricSample(milliseconds: milliseconds).text == text)
    }
}
