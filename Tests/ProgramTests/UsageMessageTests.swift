import ArgumentParser
import Console
import Finance
import Foundation
import TestSupport
import Testing

@testable import saldovakt

@Suite("Mistakes in the arguments")
struct UsageMessageTests {
    @Test("accounts of one name without a number are named by the id of the JSON")
    func sameNames() throws {
        let accounts = ["a1", "a2"].map { Make.account($0, name: "B", number: nil).account }
        let naming = AccountNaming()
        do throws(CommandFailure) {
            _ = try AccountChoice.account("B", among: accounts, naming: naming)
            Issue.record("one of two was chosen")
        } catch {
            for account in accounts {
                let id = account.id.uuidString.lowercased()
                #expect(error.text.contains(id))
                #expect(
                    try AccountChoice.account(id, among: accounts, naming: naming).id == account.id)
            }
        }
        let numbered = ["a1", "a2"].map { Make.account($0, name: "B").account }
        let failure = #expect(throws: CommandFailure.self) {
            try AccountChoice.account("B", among: numbered, naming: naming)
        }
        #expect(failure?.text.contains("by its number") == true)
    }

    private func text(_ arguments: [String]) -> String {
        do {
            _ = try SaldovaktCommand.parseAsRoot(arguments)
            return "no mistake"
        } catch {
            let failure = UsageMessage(SaldovaktCommand.fullMessage(for: error)).failure
            #expect(failure.status == .usage)
            return failure.text
        }
    }

    @Test(
        "are told with the command, the problem and what to write instead",
        arguments: [
            (
                ["channels", "test"],
                "saldovakt channels test: error: [usage] missing expected argument '<name>'",
                "add <name>: the channel's name; see 'saldovakt channels test --help'"
            ),
            (
                ["wach", "x"], "saldovakt: error: [usage] 2 unexpected arguments: 'wach', 'x'",
                "did you mean 'saldovakt watch'? 'saldovakt --help' lists the commands"
            ),
            (
                ["foo"], "saldovakt: error: [usage] there is no command 'foo'",
                "'saldovakt --help' lists the commands"
            ),
            (
                ["rules", "foo"], "saldovakt rules: error: [usage] there is no command 'foo'",
                "use one of 'check', 'explain', 'fmt', 'try', 'add', 'replay', 'test'"
            ),
            (
                ["rules", "chek"], "saldovakt rules: error: [usage] there is no command 'chek'",
                "did you mean 'saldovakt rules check'? 'saldovakt --help' lists the commands"
            ),
            (
                ["alerts", "snoze"],
                "saldovakt alerts: error: [usage] there is no command 'snoze'",
                "did you mean 'saldovakt alerts snooze'? 'saldovakt --help' lists the commands"
            ),
            (
                ["accounts", "--jsn"], "saldovakt accounts: error: [usage] unknown option '--jsn'",
                "did you mean '--json'?"
            ),
            (
                ["balances", "--since", "soon"],
                "saldovakt balances: error: [usage] the value 'soon' is invalid for '--since <day>'",
                "--since <day>: only from this day on, such as 2026-03-01; "
                    + "see 'saldovakt balances --help'"
            ),
            (
                ["changes", "--every", "often"],
                "saldovakt changes: error: [usage] the value 'often' is invalid for '--every <every>'",
                "use one of 'immediate', 'hourly', 'daily' or 'weekly'"
            ),
            (
                ["watch", "--rules", "r", "--json", "--plain"],
                "saldovakt watch: error: [usage] choose one of --json and --plain",
                "see 'saldovakt watch --help'"
            ),
        ])
    func texts(arguments: [String], problem: String, fix: String) {
        #expect(text(arguments) == "\(problem)\n  fix: \(fix)")
    }

    @Test("none is made by naming a day or a status as tables and people do")
    func manyWays() throws {
        let command = try #require(
            try SaldovaktCommand.parseAsRoot([
                "transactions", "--since", "1.11.2026", "--until", "30.11.2026", "--status",
                "reserved",
            ]) as? TransactionsCommand)
        let list = command.list
        #expect(list.since?.description == "2026-11-01")
        #expect(list.until?.description == "2026-11-30")
        #expect(list.status == [.pending])
        #expect(CalendarDay(argument: "31.02.2026") == nil)
        let today = try #require(CalendarDay(argument: "today"))
        #expect(CalendarDay(argument: "yesterday") == today.adding(days: -1))
        #expect(CalendarDay(argument: "7d") == today.adding(days: -7))
    }

    @Test("name the values that there are, of few and of many")
    func values() {
        #expect(
            text(["transactions", "--status", "gone"]).hasSuffix(
                "fix: use one of 'authorized', 'memo', 'pending', 'booked' or 'rejected'"))
        #expect(
            text(["transactions", "--category", "wine"]).contains(
                "fix: use one of 'groceries', 'restaurants', 'bars'"))
    }
}
