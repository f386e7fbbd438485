import Testing

@testable import Console

@Suite("Tables")
struct TableTests {
    private func table() -> Table {
        var table = Table([("Account", .left), ("Balance", .right)])
        table.add(["Brukskonto", "9 000,00 kr"])
        table.add(["Øre", "−5,00 kr"])
        return table
    }

    @Test("line up words left and figures right, without blanks at the end")
    func aligned() {
        #expect(
            table().lines(isAligned: true) == [
                "Account         Balance", "Brukskonto  9 000,00 kr", "Øre            −5,00 kr",
            ])
    }

    @Test("are separated by tabs for a pipe")
    func piped() {
        #expect(table().lines(isAligned: false)[1] == "Brukskonto\t9 000,00 kr")
    }

    @Test("keep their columns when cells stand out, and show no colour where none is welcome")
    func styles() {
        var table = Table([("Amount", .right), ("Text", .left)])
        table.add(["5,00", "KIOSK"], styles: [0: .green])
        #expect(
            table.lines(isAligned: true, hasColour: true)[1] == "  \u{1B}[32m5,00\u{1B}[0m  KIOSK")
        #expect(table.lines(isAligned: true)[1] == "  5,00  KIOSK")
        #expect(table.lines(isAligned: false, hasColour: true)[1] == "5,00\tKIOSK")
    }

    @Test("are never wider than the terminal: words are cut first, amounts last")
    func narrow() {
        var table = Table([("Amount", .right), ("Text", .cuttable), ("Id", .left)])
        table.add(["−612,35 kr", "FJORDBY KINO AS", "1c36bd5e"])
        #expect(
            table.lines(isAligned: true, columns: 32) == [
                "    Amount  Text        Id", "−612,35 kr  FJORDBY K…  1c36bd5e",
            ])
        #expect(table.lines(isAligned: true, columns: 25)[1] == "−612,35 kr  FJ…  1c36bd5e")
        #expect(table.lines(isAligned: true, columns: 20)[1] == "−612,35 kr  FJ…  1c…")
        #expect(table.lines(isAligned: true, columns: 80)[1].contains("FJORDBY KINO AS"))
        #expect(table.lines(isAligned: false, columns: 10)[1].contains("FJORDBY KINO AS"))
    }

    @Test("leave out what matters less, in its order, and columns that are empty")
    func dropped() {
        let table = Table(
            [
                ("Name", .cuttable), ("Credit", .dropped(2, isRight: true)), ("Bank", .left),
                ("At", .dropped(1)),
            ], [["日本旅行", "5", "", "2026-03-06"]])
        #expect(
            table.lines(isAligned: true) == ["Name      Credit  At", "日本旅行       5  2026-03-06"])
        #expect(table.lines(isAligned: true, columns: 16)[1] == "日本旅行       5")
        #expect(table.lines(isAligned: true, columns: 8)[1] == "日本旅行")
        #expect(table.lines(isAligned: false)[1] == "日本旅行\t5\t\t2026-03-06")
    }
}
