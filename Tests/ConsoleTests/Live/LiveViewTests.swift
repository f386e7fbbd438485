import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("The live view")
struct LiveViewTests {
    @Test(
        "is drawn as a person has seen it, in every width",
        arguments: [(40, 16), (80, 24), (120, 30)])
    func golden(columns: Int, rows: Int) throws {
        let lines = try LiveStage().screen(columns: columns, rows: rows)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.cells <= columns })
        try Golden.check(lines.joined(separator: "\n") + "\n", "live-\(columns).txt")
    }

    @Test("is drawn in Norwegian as a person has seen it, and so is its help")
    func norwegian() throws {
        var stage = try LiveStage()
        stage.language = .norwegian
        let list = stage.screen()
        stage.press(.character("?"))
        try Golden.check((list + stage.screen()).joined(separator: "\n") + "\n", "live-nb.txt")
    }

    @Test("shows after a resize what another terminal of that size shows")
    func resize() throws {
        let stage = try LiveStage()
        _ = stage.screen(columns: 120, rows: 40)
        #expect(
            stage.screen(columns: 40, rows: 12) == (try LiveStage().screen(columns: 40, rows: 12)))
    }

    @Test("never cuts away what fires, the most urgent first", arguments: [4, 6, 12, 40])
    func firing(rows: Int) throws {
        let lines = try LiveStage().screen(columns: 60, rows: rows)
        #expect(lines.count == rows)
        #expect(rows < 5 || lines[2].hasPrefix("▸● Card is missing"))
        #expect(rows < 6 || lines[3].contains("Lommepenger is low: 94,50 kr"))
    }

    @Test("fits a terminal of few lines or columns", arguments: [(80, 2), (80, 1), (1, 3), (0, 0)])
    func tiny(columns: Int, rows: Int) throws {
        var stage = try LiveStage()
        for key in [Key.character("/"), .escape, .character("?"), .escape, .enter, .escape] {
            let lines = stage.screen(columns: columns, rows: rows)
            #expect(lines.count == rows)
            #expect(lines.allSatisfy { $0.cells <= columns })
            stage.press(key)
        }
    }

    @Test("scrolls through more alerts than the terminal has lines")
    func scrolling() throws {
        var stage = try LiveStage(alerts: 30)
        stage.press(.end, .up, .up, .up)
        #expect(stage.screen(columns: 60, rows: 10).contains { $0.hasPrefix("▸● ") })
        stage.press(.home)
        #expect(stage.screen(columns: 60, rows: 10)[2].hasPrefix("▸● Card is missing"))
    }

    @Test("colours by urgency, where colours are welcome, and is no wider for it")
    func colours() throws {
        var stage = try LiveStage()
        #expect(!stage.screen().joined().contains("\u{1B}"))
        stage.hasColour = true
        let screen = stage.screen().joined(separator: "\n")
        #expect(screen.contains("\u{1B}[31m● ") && screen.contains("\u{1B}[33m● "))
        #expect(screen.contains("\u{1B}[31m−150,00 kr"))
    }

    @Test("counts down to the next poll")
    func countdown() throws {
        #expect(try LiveStage().screen()[0].contains("next poll in 4 min"))
    }

    @Test("counts every second of the last ones, and polls only when none is left")
    func lastSeconds() throws {
        let stage = try LiveStage()
        let due = LiveStage.now.addingTimeInterval(240)
        func shown(_ wait: TimeInterval) -> String {
            stage.screen(at: due.addingTimeInterval(-wait))[0]
        }
        var wait = 95.4
        var seen: [String] = []
        while wait > 0 {
            let line = shown(wait)
            #expect(line.contains("next poll in"), "\(wait)")
            if line != seen.last { seen.append(line) }
            // Timers end a little late.
            wait -= LiveScreen.pause(wait) + 0.003
        }
        #expect(seen.first?.contains("next poll in 1 min") == true)
        #expect(
            seen.dropFirst().map { $0.split(separator: " ")[4] }
                == (1...89).reversed().map { "\($0)" })
        #expect(shown(wait).contains("polling") && LiveScreen.pause(wait) == 1)
        #expect(LiveScreen.pause(240) < 1.1 && LiveScreen.pause(3_600.5) > 1)
    }

    @Test("knows notifications of earlier runs, each once, and explains them")
    func history() throws {
        var stage = try LiveStage()
        #expect(stage.screen().count { $0.contains("Felles is back") } == 1)
        stage.press(.end, .character("e"))
        let text = stage.screen().joined(separator: "\n")
        #expect(text.contains("Low from 4 Mar to 5 Mar") && text.contains("alerts --why ntc_old"))
        stage.press(.escape)
        #expect(stage.screen().contains { $0.contains("active alerts") })
    }

    @Test("acknowledges, snoozes and silences the alert that is pointed at")
    func acting() throws {
        var stage = try LiveStage()
        let meant = AlertReference(notificationID: "ntc_1", ruleID: "low1", accountID: "a1")
        #expect(stage.press(.character("a")) == .asks(.acknowledge(meant)))
        stage.press(.character("s"), .clear)
        stage.type("soon")
        #expect(stage.press(.enter) == .goesOn)
        #expect(stage.screen().last?.contains("not a length of time: 'soon'") == true)
        stage.press(.character("s"))
        #expect(stage.press(.enter) == .asks(.snooze(meant, .seconds(86_400))))
        stage.press(.character("m"))
        #expect(stage.press(.enter) == .asks(.silence(.rule("low1"), .seconds(7_200))))
    }

    @Test("Ctrl-W takes back one word of a filter, not all of it")
    func deletesWord() throws {
        var stage = try LiveStage()
        stage.press(.character("/"))
        stage.type("felles food")
        stage.press(.deleteWord)
        #expect(stage.model.typed == "felles ")
    }

    @Test("ends a silence with the key that began it")
    func endOfSilence() throws {
        let silence = Silence(
            id: "sil_1", scope: .rule("low1"), from: LiveStage.now,
            until: LiveStage.now.addingTimeInterval(60), reason: "")
        var stage = try LiveStage(silences: [silence])
        #expect(stage.screen().contains { $0.contains("silence of low1 until 10:06") })
        #expect(stage.press(.character("m")) == .asks(.endSilence(id: "sil_1")))
    }

    @Test("points at the same row when a notification comes")
    func selection() throws {
        var stage = try LiveStage()
        stage.press(.down, .down, .down)
        let before = stage.model.pointed?.id
        stage.model.point(to: SampleNotification.level(id: "ntc_newest"))
        #expect(stage.model.pointed?.id == before)
    }

    @Test("filters by words, and shows everything again after Escape")
    func filter() throws {
        var stage = try LiveStage()
        stage.press(.character("/"))
        stage.type("felles")
        #expect(stage.screen().last?.hasPrefix("Filter: felles") == true)
        stage.press(.enter)
        #expect(stage.model.alerts.isEmpty && stage.model.notifications.map(\.id) == ["ntc_old"])
        stage.press(.escape)
        #expect(stage.model.alerts.count == 2)
    }

    @Test("a filter that nothing matches hides what there is, and says so")
    func filterWithoutMatch() throws {
        var stage = try LiveStage()
        stage.press(.character("/"))
        stage.type("zzz")
        stage.press(.enter)
        let lines = stage.screen()
        #expect(lines.contains("none of 2 active alerts matches 'zzz'"))
        #expect(lines.contains("none of 3 notifications matches 'zzz'"), "\(lines)")
        #expect(!lines.contains { $0.contains("no active alerts") })
    }

    @Test("asks for a poll, for the end and for a pause")
    func others() throws {
        var stage = try LiveStage()
        #expect(stage.press(.character("p")) == .asks(.poll))
        #expect(stage.press(.character("q")) == .asks(.quit))
        #expect(stage.press(.interrupt) == .asks(.interrupt))
        #expect(stage.press(.suspend) == .suspended)
    }

    @Test("hands on no control character of a bank or a person")
    func hostile() throws {
        var stage = try LiveStage()
        stage.model.point(to: SampleNotification.level(id: "x", title: "A\u{1B}[2J\u{202E}"))
        stage.press(.character("/"))
        stage.type("\u{9B}")
        #expect(
            !stage.screen().joined().unicodeScalars.contains {
                "\u{1B}\u{202E}\u{9B}".unicodeScalars.contains($0)
            })
    }

    @Test("leaves its last state, whole and with nothing marked")
    func lastLines() throws {
        var stage = try LiveStage()
        // The filter goes too: the footer that names it is not there.
        stage.press(.character("/"))
        stage.type("zzz")
        stage.press(.enter)
        let lines = LiveScreen(
            zone: Make.oslo, language: .english, rulesPath: "rules.json", hasColour: false
        ).lastLines(stage.model, columns: 80, at: LiveStage.now)
        #expect(lines.contains { $0.contains("Card is missing") })
        #expect(!lines.contains { $0.contains("▸") || $0.contains("? help") })
    }
}

@Suite("Widths in cells")
struct CellWidthTests {
    @Test(
        "are those that terminals use",
        arguments: [
            ("Brukskonto", 10), ("Lønn ÅØ", 7), ("日本旅行", 8), ("💰", 2), ("👨‍👩‍👧 F", 4), ("e\u{301}", 1),
            ("☎\u{FE0F}", 2), ("−1\u{A0}000", 6), ("▁▅●▸", 4), ("한글", 4), ("🇳🇴", 2),
        ])
    func widths(text: String, cells: Int) {
        #expect(text.cells == cells)
    }

    @Test("cut no character in two")
    func cutting() {
        #expect("日本旅行".cut(to: 4) == "日…")
        #expect("日本旅行".cut(to: 8) == "日本旅行")
        #expect("abc".cut(to: 0).isEmpty)
        #expect("日本 and more words".wrapped(to: 9) == ["日本 and", "more", "words"])
    }
}
