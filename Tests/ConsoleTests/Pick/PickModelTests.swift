import Finance
import TestSupport
import Testing

@testable import Console

@Suite("The picker's state")
struct PickModelTests {
    @Test(
        "narrows the list as somebody types",
        arguments: [
            ("", 6), ("kaffe", 2), ("KAFFEHJØRNET", 1), ("kaffe felles", 1), ("nope", 0),
            ("account:bruk", 3), ("account:0002", 3), ("account:\"felles k", 3),
            ("account:bruk account:felles", 6), ("over:500", 3), ("over:500 under:1000", 1),
            ("over:500USD", 0), ("since:2026-03-04", 3), ("since:4.3.2026", 3),
            ("since:Yesterday", 2), ("until:today", 6), ("since:2026-03-02 until:2026-03-03", 2),
            ("status:pend", 1), ("status:booked kaffe", 2), ("category:groceries", 1),
            ("category:5541", 1), ("type:unknown", 6), ("OVER:500", 3),
        ])
    func narrowing(text: String, count: Int) {
        var stage = PickStage()
        stage.type(text)
        #expect(stage.model.text == text)
        #expect(stage.matching.count == count, "\(stage.matching)")
    }

    @Test(
        "a filter without a proper value narrows nothing and says what is missing",
        arguments: ["over:", "over:abc", "since:2026-02-30", "account:nobody", "status:x"])
    func problems(text: String) {
        var stage = PickStage()
        stage.type(text)
        #expect(stage.model.query.problem?.contains(":") == true)
        if text != "account:nobody" { #expect(stage.matching.count == 6) }
    }

    @Test("blank chooses when no word is being typed, and Enter gives all that was chosen")
    func choosing() {
        var stage = PickStage()
        _ = stage.model.press(.character(" "))
        stage.type("kaffe")
        _ = stage.model.press(.down)
        _ = stage.model.press(.character(" "))
        #expect(stage.model.chosen == [0, 5])
        #expect(stage.model.press(.enter) == .chosen([0, 5]))
        _ = stage.model.press(.character(" "))
        #expect(stage.model.chosen == [0])
    }

    @Test("blank ends a word while somebody types one")
    func blanks() {
        var stage = PickStage()
        stage.type("kaffe felles")
        #expect(stage.model.chosen.isEmpty)
        #expect(stage.model.query.words.count == 2)
    }

    @Test("Enter without a choice gives what is pointed at, and nothing where nothing matches")
    func pointing() {
        var stage = PickStage()
        _ = stage.model.press(.down)
        #expect(stage.model.press(.enter) == .chosen([1]))
        stage.type("nope")
        #expect(stage.model.press(.enter) == .goesOn)
    }

    @Test("Escape and Ctrl-C leave", arguments: [Key.escape, .interrupt])
    func leaving(key: Key) {
        var stage = PickStage()
        _ = stage.model.press(.character(" "))
        #expect(stage.model.press(key) == .left)
    }

    @Test("Tab completes filters and their values, with quotes where they are needed")
    func completion() {
        var stage = PickStage()
        stage.type("acc")
        _ = stage.model.press(.tab)
        #expect(stage.model.text == "account:")
        stage.type("fel")
        _ = stage.model.press(.tab)
        #expect(stage.model.text == "account:\"Felles konto\" ")
        #expect(stage.matching.count == 3)
        stage.type("status:bo")
        _ = stage.model.press(.tab)
        #expect(stage.model.text == "account:\"Felles konto\" status:booked ")
    }

    @Test("words are taken back one by one, or all at once")
    func editing() {
        var stage = PickStage()
        stage.type("kaffe over:50")
        _ = stage.model.press(.deleteWord)
        #expect(stage.model.text == "kaffe ")
        _ = stage.model.press(.backspace)
        #expect(stage.model.text == "kaffe")
        _ = stage.model.press(.clear)
        #expect(stage.matching.count == 6)
    }

    @Test("the line that is pointed at stays on a small screen, and after it became smaller")
    func scrolling() {
        var stage = PickStage()
        stage.model.fit(listRows: 3)
        for _ in 0..<4 { _ = stage.model.press(.down) }
        #expect(stage.model.position == 4)
        #expect(stage.model.top == 2)
        stage.model.fit(listRows: 1)
        #expect(stage.model.top == 4)
        stage.model.fit(listRows: 20)
        #expect(stage.model.top == 0)
        _ = stage.model.press(.end)
        _ = stage.model.press(.down)
        #expect(stage.model.position == 5)
        _ = stage.model.press(.pageUp)
        #expect(stage.model.position == 0)
    }
}
