import TestSupport
import Testing

@testable import Console

@Suite("The picker's screen")
struct PickScreenTests {
    @Test("shows search, counts, transactions and help")
    func screen() {
        var stage = PickStage(isCut: true)
        stage.type("over:300")
        _ = stage.model.press(.down)
        _ = stage.model.press(.character(" "))
        #expect(
            stage.lines(columns: 72, rows: 8)
                == [
                    "> over:300", "  4 of 6 newest, 1 chosen",
                    "   2026-03-06    −612,35 kr  pending  Brukskonto    PUMPESTASJON 44",
                    " ✓ 2026-03-04    −389,50 kr  booked   Brukskonto    MATBUTIKKEN",
                    "\u{1B}[7m▸  2026-03-03  −1 249,00 kr  booked   Felles konto  HI-FI[2J            \u{1B}[0m",
                    "   2026-03-02  32 500,00 kr  booked   Felles konto  Lønn",
                    "", "Enter: print  Space: choose  Esc: leave  account: over: under: since: u…",
                ].map {
                    $0.replacing("1 249", with: "1\u{A0}249").replacing("32 5", with: "32\u{A0}5")
                }
        )
    }

    @Test("keeps the text in a narrow window, then the status, then the account")
    func narrow() {
        var stage = PickStage()
        stage.type("PUMPESTASJON")
        let amount = "▸  2026-03-06    −612,35 kr"
        for (columns, back) in [
            (40, "  PUMPESTASJ…"), (50, "  pending  PUMPESTASJO…"),
            (72, "  pending  Brukskonto    PUMPESTASJON 44"),
        ] {
            let line = stage.lines(columns: columns, rows: 8)[2]
            #expect(line.contains(amount + back), "\(line)")
        }
    }

    @Test(
        "fits every size, and shows no control character of a bank's text",
        arguments: [
            (80, 24), (20, 4), (132, 50), (8, 2), (3, 1),
        ])
    func sizes(columns: Int, rows: Int) {
        var stage = PickStage()
        stage.type("kaffe og mye mer enn det er plass til på en linje i det lille vinduet her")
        for _ in 0..<2 {
            stage.model.fit(listRows: rows - PickScreen.otherRows)
            let lines = stage.lines(columns: columns, rows: rows)
            #expect(lines.count <= rows)
            for line in lines {
                let plain = line.replacing("\u{1B}[7m", with: "").replacing("\u{1B}[0m", with: "")
                #expect(plain.count <= columns, "\(line)")
                #expect(!plain.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
            }
            #expect(stage.screen.cursorColumn(stage.model, columns: columns) <= columns)
            _ = stage.model.press(.clear)
        }
    }

    @Test("offers what the last word could become")
    func suggestions() {
        var stage = PickStage()
        stage.type("s")
        #expect(stage.lines().last == "Tab: since:  status:")
        stage.type("tatus:")
        #expect(stage.lines()[1] == "  6 of 6  status: pending, booked, …")
        #expect(stage.lines().last?.hasPrefix("Tab: status:authorized") == true)
    }
}
