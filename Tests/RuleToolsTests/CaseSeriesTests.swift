import Testing

@testable import RuleTools

@Suite("Balances in compact notation")
struct CaseSeriesTests {
    private func words(_ text: String) throws -> [String] {
        try CaseSeries(text, at: 0..<1).entries.map { entry in
            switch entry {
            case .figures(let figures):
                "\(figures.booked ?? "none")/\(figures.available ?? "none")"
            case .unchanged: "="
            case .missing: "?"
            case .failed: "!"
            case .unpolled: "_"
            }
        }
    }

    @Test(
        "are amounts, repeats, steps and marks",
        arguments: [
            ("500 95x2", ["500/500", "95/95", "95/95"]), ("95/80", ["95/80"]),
            ("-900/9100", ["-900/9100"]), ("none/5 5/none", ["none/5", "5/none"]),
            ("500-100x3", ["500/500", "400/400", "300/300"]),
            ("-50-25.50x3", ["-50/-50", "-75.50/-75.50", "-101/-101"]),
            ("500/400-100x2", ["500/400", "400/300"]), ("0+10x2", ["0/0", "10/10"]),
            ("= ?x2 ! _", ["=", "?", "?", "!", "_"]),
        ])
    func entries(_ text: String, _ expected: [String]) throws {
        #expect(try words(text) == expected)
    }

    @Test(
        "are refused in any other form",
        arguments: ["", "5oo", "5x", "5x0", "5x10001", "5/6/7", "5.005", "5-", "x3", "!!", "5--1"])
    func refused(_ text: String) {
        #expect(throws: CaseProblem.self) { try CaseSeries(text, at: 0..<1) }
    }
}
