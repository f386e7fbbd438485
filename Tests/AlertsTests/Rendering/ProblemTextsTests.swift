import Alerts
import Finance
import Rules
import Testing

@Suite("What notifications say of the program's own problems")
struct ProblemTextsTests {
    private static func texts(_ language: Language) -> [String] {
        let texts = language.texts
        let problems = DeliveryProblem.Reason.allCases.map {
            DeliveryProblem(reason: $0, problem: "mail.example answered 535", fix: "look at it")
        }
        return problems.map(texts.undelivered) + [
            texts.waiting(on: "post"), texts.cardExpires(on: "2026-03-31"),
            texts.rowsSetAside("the amount is no number"), texts.clockSet(by: 60),
            texts.clockSet(by: -60), texts.storeFailed(.diskFull),
            texts.storeFailed(.storeNotWritable),
        ]
    }

    @Test("is Norwegian throughout in Norwegian")
    func norwegian() {
        let foreign = ["Fix", " the ", " it ", "was ", "answered", " is ", " with "]
        for text in Self.texts(.norwegian) {
            #expect(!foreign.contains { text.contains($0) }, "\(text)")
        }
        #expect(Set(Self.texts(.norwegian)).isDisjoint(with: Self.texts(.english)))
        #expect(Self.texts(.norwegian).contains { $0.contains("60 sekunder tilbake") })
        #expect(Self.texts(.english).contains { $0.contains("back by 60 seconds") })
    }

    @Test("a refused sign-in and a card name what to do and the bank in Norwegian")
    func titles() throws {
        let card = SelfAlert(.cardExpiring, name: "VISA *0000 at sbanken", problem: "")
        let now = try #require(Samples.instant("08:00"))
        let notification = card.lastResort(isOver: false, since: now, at: now, in: .norwegian)
        #expect(notification.data.title == "Kortet VISA *0000 hos sbanken utløper snart")
    }
}
