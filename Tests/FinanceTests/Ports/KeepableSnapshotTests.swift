import Finance
import Foundation
import TestSupport
import Testing

@Suite("What can be kept of an answer")
struct KeepableSnapshotTests {
    private let now = "2026-03-06T09:00:00Z"

    private func kind(_ snapshot: Snapshot) -> SourceFailure.Kind? {
        if case .failed(let failure) = snapshot.keepable().outcome { failure.kind } else { nil }
    }

    @Test(
        "nothing of one with a control character in an identifier",
        arguments: ["a\u{0}1", "\u{1B}[2J", "a1\n", "a\u{85}1", "\u{7F}"])
    func control(id: String) {
        #expect(kind(Make.snapshot(now, [Make.account(id)])) == .malformed)
        let row = Make.observation("-1.00", "2026-03-06", account: id)
        #expect(kind(Make.snapshot(now, [Make.account()], [row])) == .malformed)
        var known = Make.observation("-1.00", "2026-03-06")
        known.bankTransactionID = id
        #expect(kind(Make.snapshot(now, [Make.account()], [known])) == .malformed)
        #expect(Make.snapshot(now, [Make.account(id)]).keepable().accounts.isEmpty)
    }

    @Test("nothing where accounts differ only in how a letter is composed")
    func composition() {
        let accounts = [Make.account("\u{E5}1"), Make.account("a\u{30A}1")]
        #expect(kind(Make.snapshot(now, accounts)) == .malformed)
        #expect(kind(Make.snapshot(now, [accounts[1]])) == nil)
    }

    @Test("rows but those of days more than a year ahead, which are named")
    func farDays() throws {
        let days = ["2026-03-05", "2027-03-07", "2027-03-08", "2062-02-10"]
        var posted = Make.observation("-9.00", "2026-03-05")
        posted.posted = Make.day("2062-02-11")
        let rows = days.map { Make.observation("-1.00", $0) } + [posted]
        let kept = Make.snapshot(now, [Make.account()], rows).keepable()
        #expect(kept.outcome == .partial && kept.accounts.count == 1)
        #expect(kept.transactions.map(\.date) == days.prefix(2).map(Make.day))
        let said = try #require(kept.shortfalls.first)
        #expect(kept.shortfalls.count == 1 && said.kind == .malformed)
        #expect(
            said.problem.hasSuffix("': rows of days more than a year ahead, such as 2027-03-08"))
        #expect(kept.keepable() == kept)
        let near = Make.snapshot(now, [Make.account()], Array(rows.prefix(2)))
        #expect(near.keepable() == near)
    }

    @Test("the beginning of a text that no bank writes, whatever marks its letters have")
    func length() throws {
        let text = "a" + String(repeating: "\u{301}\u{323}", count: 40_000)
        let row = Make.observation("-1.00", "2026-03-06", text: text)
        let kept = Make.snapshot(now, [Make.account()], [row]).keepable()
        let short = try #require(kept.transactions.first?.text)
        #expect(short.unicodeScalars.count == 1_000 && short.hasSuffix("\u{FFFD}"))
        #expect(kept.keepable() == kept)
    }

    @Test("a text without the identity number that somebody wrote into it")
    func identityNumbers() throws {
        let texts = [
            "Vipps 01018030043 x": "Vipps 010180***** x", "010180 30043": "010180 *****",
            "Konto 12345678903": "Konto 12345678903", "KID 101018030043": "KID 101018030043",
            "Å 01018030043": "Å 010180*****", "XXL 01.01.80-30043": "XXL 01.01.80-*****",
            "010180-30043 x": "010180-***** x", "010180\u{A0}30043": "010180\u{A0}*****",
            "0 1 0 1 8 0 3 0 0 4 3": "0 1 0 1 8 0 * * * * *", "01 01 80 30043": "01 01 80 *****",
            "010180 300 43": "010180 *** **", "010180  30043": "010180  *****",
            "010180_30043": "010180_*****", "010 180 30043": "010 180 *****",
            "0101\u{200B}80300\u{200B}43": "0101\u{200B}80***\u{200B}**",
            "\u{FF10}\u{FF11}018030043": "\u{FF10}\u{FF11}0180*****",
            "1234.56.78903": "1234.56.78903", "01.01.80  30043": "01.01.80  30043",
        ]
        for (text, kept) in texts {
            let row = Make.observation("-1.00", "2026-03-06", text: text)
            let snapshot = Make.snapshot(now, [Make.account()], [row]).keepable()
            #expect(snapshot.transactions.first?.text == kept)
        }
    }

    @Test("all of an ordinary one, letters of any language included")
    func ordinary() {
        let row = Make.observation("-1.00", "2026-03-06", text: "BLÅBÆR\u{9}OG FLØTE")
        let snapshot = Make.snapshot(now, [Make.account("Å-1 ñ")], [row])
        #expect(snapshot.keepable() == snapshot)
    }

    @Test("texts with a visible mark in place of what would cut them off")
    func marks() {
        let row = Make.observation("-1.00", "2026-03-06", text: "KIOSK\u{0}42")
        var account = Make.account()
        account.details.displayName = "Bruks\u{0}konto"
        let kept = Make.snapshot(now, [account], [row]).keepable()
        #expect(kept.outcome == .complete)
        #expect(kept.transactions.map(\.text) == ["KIOSK\u{FFFD}42"])
        #expect(kept.accounts.map(\.details.displayName) == ["Bruks\u{FFFD}konto"])
    }

    @Test("texts and problems with a mark in place of secrets, but identifiers as they are")
    func secrets() {
        let secrets = ["longsecret", "longsecret2", "short"].map { Secret($0) }
        var row = Make.observation("-1.00", "2026-03-06", text: "KEY longsecret2 short")
        row.bankAccountID = "longsecret"
        row.counterparty = Counterparty(name: "longsecret\u{301}")
        var account = Make.account("longsecret")
        account.details.displayName = "longsecret konto"
        let remark = SourceFailure(kind: .server, problem: "no longsecret", fix: "nothing")
        let shown = Snapshot(
            source: "s", observedAt: Make.instant(now), accounts: [account], transactions: [row],
            shortfalls: [remark]
        ).hiding(secrets)
        #expect(shown.transactions.map(\.text) == ["KEY … short"])
        #expect(shown.transactions.map(\.bankAccountID) == ["longsecret"])
        #expect(shown.transactions.map(\.counterparty?.name) == ["…\u{301}"])
        #expect(shown.accounts.map(\.details.displayName) == ["… konto"])
        #expect(shown.shortfalls.map(\.problem) == ["no …"])
        let failed = Snapshot(source: "s", observedAt: Make.instant(now), failure: remark)
            .hiding(secrets)
        #expect(
            failed.outcome
                == .failed(SourceFailure(kind: .server, problem: "no …", fix: "nothing")))
        #expect(shown.hiding(secrets) == shown)
    }
}
