import Foundation
import TestSupport
import Testing

@Suite("Files of a bank", .programs)
struct FilesTests {
    private static let header = "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"
    private static let old = "01.03.2026;LEIE;;;-5000,00;;12345678903;\n"
    private static let new = "05.03.2026;ELEKTROHJORNET;;;-950,00;;12345678903;\n"
    private static let settings = #"""
        { "version": 1,
          "banks": [ { "id": "sb1", "type": "files", "folder": "inbox",
                       "account": { "number": "1234 56 78903", "name": "Brukskonto" } } ],
          "channels": { "hook": { "type": "webhook", "format": "json",
            "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
        """#

    private func stage() async throws -> Stage {
        let stage = try await Stage()
        try FileManager.default.createDirectory(
            at: stage.scratch.path("inbox"), withIntermediateDirectories: false)
        try stage.scratch.write(Self.settings, to: "settings.json")
        return stage
    }

    /// A file that was written a while ago.
    private func put(_ text: String, _ name: String, in stage: Stage) throws -> URL {
        let file = try stage.scratch.write(text, to: name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file.path)
        return file
    }

    @Test("a new file in the watched folder is read, and what is new in it is notified once")
    func watched() async throws {
        let stage = try await stage()
        _ = try put(Self.header + Self.old, "inbox/first.csv", in: stage)
        let watch = try stage.watch()
        _ = try await watch.line(startingWith: #"{"event":"polled""#)
        _ = try put(Self.header + Self.new + Self.old, "inbox/second.csv", in: stage)
        #expect(await stage.receiver.waits(for: "alert.fired big"), "\(watch.lines)")
        let title = stage.receiver.entries.first?.body.data.title ?? ""
        #expect(title.contains("ELEKTROHJORNET"), "\(title)")
        _ = try put(Self.header + Self.new, "inbox/again.csv", in: stage)
        try await watch.newPolls()
        watch.signal(SIGTERM)
        _ = try await watch.exitCode()
        #expect(try await stage.once() == 0)
        #expect(stage.receiver.entries.count == 1)
        let stored = try await stage.storedTransactions()
        #expect(stored.matches(of: /ELEKTROHJORNET/).count == 1)
    }

    @Test("a file that can't be read is named with its place, and changes nothing")
    func malformed() async throws {
        let stage = try await stage()
        _ = try put(Self.header + Self.old, "inbox/good.csv", in: stage)
        _ = try put(Self.header + "05.03.2026;SECRET;;;1,234;;1;\n", "inbox/bad.csv", in: stage)
        let watch = try stage.watch(["--json", "--once"])
        #expect(try await watch.exitCode() == 4)
        #expect(watch.errorText.contains("bad.csv:2:"), "\(watch.errorText)")
        let stored = try await stage.storedTransactions()
        #expect(stored.contains("LEIE") && !stored.contains("SECRET"))
    }

    @Test("import adds what is missing, says what it would add, and adds nothing twice")
    func imported() async throws {
        let stage = try await stage()
        let first = try put(Self.header + Self.old, "first.csv", in: stage).path
        let second = try put(Self.header + Self.new + Self.old, "second.csv", in: stage).path
        let options = ["--settings", stage.scratch.path("settings.json").path, "--json"]
        func run(_ files: String...) async throws -> String {
            let run = try await stage.run(["import"] + files + options)
            #expect(run.code == 0, "\(run.errors)")
            return run.lines.joined()
        }
        #expect(try await run(first, "--dry-run").contains(#""added":1"#))
        #expect(!FileManager.default.fileExists(atPath: stage.database.path))
        #expect(try await run(first).contains(#""added":1"#))
        #expect(try await run(second, "--dry-run").contains(#""added":1"#))
        #expect(try await !stage.storedTransactions().contains("ELEKTROHJORNET"))
        let answer = try await run(second, first)
        #expect(answer.contains(#""added":1,"changed":0"#) && answer.contains("Brukskonto"))
        #expect(try await run(second).contains(#""added":0,"changed":0"#))
        #expect(stage.receiver.entries.isEmpty)
    }

    @Test("import refuses a whole list of files for one that can't be read, and a held folder")
    func refused() async throws {
        let stage = try await stage()
        let good = try put(Self.header + Self.old, "good.csv", in: stage).path
        let bad = try put(Self.header + "x;SECRET;;;1;;1;\n", "bad.csv", in: stage).path
        let options = ["--settings", stage.scratch.path("settings.json").path]
        let broken = try await stage.run(["import", good, bad] + options)
        #expect(broken.code == 1)
        #expect(broken.errors.contains("bad.csv:2:1: error: [statement]"), "\(broken.errors)")
        #expect(!broken.errors.contains("SECRET"))
        let missing = try await stage.run(["import", good + ".no"] + options)
        #expect(missing.code == 4 && missing.errors.contains("[file]"), "\(missing.errors)")
        let slip = try await stage.run(["import", good, "--bank", "slip"] + options)
        #expect(slip.code == 2 && slip.errors.contains("no bank slip"), "\(slip.errors)")
        #expect(!FileManager.default.fileExists(atPath: stage.database.path))
        let watch = try stage.watch()
        _ = try await watch.line(startingWith: #"{"event":"polled""#)
        let held = try await stage.run(["import", good] + options)
        #expect(held.code == 4)
        #expect(held.errors.contains("[store-locked]") && held.errors.contains("folder of a bank"))
        let trial = try await stage.run(["import", good, "--dry-run"] + options)
        #expect(trial.code == 0 && trial.lines.contains { $0.contains("Would add") })
        watch.signal(SIGTERM)
        _ = try await watch.exitCode()
    }

    /// A file of payments, each with its day of March and its amount.
    private func payments(_ rows: [(day: Int, amount: Int)]) -> String {
        Self.header
            + rows.map { day, amount in
                "0\(day).03.2026;SHOP \(amount);;;-\(amount),00;;12345678903;\n"
            }.joined()
    }

    @Test("import names an account whose stored rows the files lack, adds nothing to it and fails")
    func doubted() async throws {
        let stage = try await stage()
        let days = (1...4).map { ($0, 100 * $0) }
        let whole = try put(payments(days), "whole.csv", in: stage).path
        let other = try put(payments([(1, 77), (6, 78)]), "other.csv", in: stage).path
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        #expect(try await stage.run(["import", whole] + settings).code == 0)
        for options in [["--dry-run"], []] {
            let run = try await stage.run(["import", other, "--json"] + settings + options)
            #expect(run.code == 1)
            #expect(run.lines.joined().contains(#""added":0"#), "\(run.lines)")
            #expect(run.errors.hasPrefix("Brukskonto: error: [doubtful] the files lack most"))
            #expect(run.errors.contains("\n  fix: check that they are whole"), "\(run.errors)")
        }
        let empty = try put(Self.header, "empty.csv", in: stage).path
        let none = try await stage.run(["import", empty] + settings)
        #expect(none.errors == "the files have no transactions; nothing was added\n")
        #expect(try await stage.storedTransactions().matches(of: /"id"/).count == 4)
    }

    @Test("a table of transactions stops at 100 and says so; programs get every row")
    func limits() async throws {
        let stage = try await stage()
        let file = try put(payments((1...130).map { (1, $0) }), "many.csv", in: stage).path
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        #expect(try await stage.run(["import", file] + settings).code == 0)
        let table = try await stage.command("transactions")
        #expect(table.lines.count == 101)
        #expect(table.errors == "only the newest 100 are shown; --limit shows more\n")
        let chosen = try await stage.command("transactions", "--limit", "100")
        #expect(chosen.lines.count == 101 && chosen.errors.isEmpty, "\(chosen.errors)")
        let csv = try await stage.command("transactions", "--csv")
        #expect(csv.lines.count == 131 && csv.errors.isEmpty, "\(csv.errors)")
        let json = try await stage.command("transactions", "--json")
        #expect(json.lines.joined().matches(of: /"id"/).count == 130 && json.errors.isEmpty)
    }

    @Test("login says of a bank that nobody signs in at that it needs none")
    func login() async throws {
        let stage = try await stage()
        let run = try await stage.command(
            "login", "sb1", "--settings", stage.scratch.path("settings.json").path)
        #expect(run.code == 0, "\(run.errors)")
        #expect(
            run.lines == ["bank sb1 needs no sign-in: 'saldovakt doctor --online' asks it"])
    }

    @Test("import takes a booking for that of its reservation, and cards for no accounts")
    func importedLists() async throws {
        let stage = try await stage()
        let header = "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n"
        let first = try put(
            header + "02.03.2026;REMA 1000 OSLO Reservert transaksjon;;250;\n", "first.csv",
            in: stage
        ).path
        let second = try put(
            header + "04.03.2026;Varekjøp 02.03 Rema 1000 Oslo;;250;\n", "second.csv", in: stage
        ).path
        let card = try put(
            "Dato;Beløpet gjelder;Inn;Ut\n04.03.2026;HOTEL;;900,00\n", "card.csv", in: stage
        ).path
        let options = ["--settings", stage.scratch.path("settings.json").path, "--json"]
        _ = try await stage.run(["import", first] + options)
        let mixed = try await stage.run(["import", second, card] + options)
        #expect(mixed.code == 1)
        #expect(mixed.errors.contains("card.csv: error: [statement] it is a list of a card"))
        let run = try await stage.run(["import", second] + options)
        #expect(run.lines.joined().contains(#""added":0,"changed":1"#), "\(run.lines)")
    }

    @Test("of two files that end on one day the later one has the balance")
    func sameDay() async throws {
        let stage = try await stage()
        let header = "Bokføringsdato;Beløp;Avsender;Mottaker;Navn;Tittel;Saldo;Valuta\n"
        let kino = "05.03.2026;-50,00;1234.56.78903;;;KINO;1000,00;NOK\n"
        let kiosk = "05.03.2026;-100,00;1234.56.78903;;;KIOSK;900,00;NOK\n"
        let before = "04.03.2026;-1,00;1234.56.78903;;;A;1050,00;NOK\n"
        let first = try put(header + kino + before, "1.csv", in: stage).path
        let second = try put(header + kiosk + kino + before, "2.csv", in: stage).path
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        for file in [first, second] {
            #expect(try await stage.run(["import", file] + settings).code == 0)
        }
        let accounts = try await stage.command("accounts", "--json").lines.joined()
        #expect(accounts.contains(#""booked":"900.00""#), "\(accounts)")
    }

    @Test("a file that is not believed says so although it ends on the day that is known")
    func doubtedOnTheSameDay() async throws {
        let stage = try await stage()
        let known = try put(payments([(5, 25)]), "inbox/known.csv", in: stage)
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        #expect(try await stage.once() == 0)
        let other = try put(payments([(3, 77), (5, 78)]), "other.csv", in: stage)
        for options in [["--dry-run"], []] {
            let run = try await stage.run(["import", other.path] + settings + options)
            #expect(run.code == 1 && run.errors.contains("[doubtful]"), "\(run.errors)")
        }
        try FileManager.default.removeItem(at: known)
        try FileManager.default.moveItem(
            at: other, to: stage.scratch.path("inbox/other.csv"))
        let watch = try stage.watch(["--json", "--once"])
        #expect(try await watch.exitCode() == 4)
        #expect(watch.lines.contains { $0.contains(#""outcome":"partial""#) }, "\(watch.lines)")
        #expect(watch.errorText.contains("lacks most of the known"), "\(watch.errorText)")
    }

    @Test("a list of a card is refused for an account that another command read as none")
    func importedCard() async throws {
        let stage = try await stage()
        let list = "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n04.03.2026;X;;250;\n"
        let account = try put(list, "account.csv", in: stage).path
        let card = try put(
            "Dato;Beløpet gjelder;Inn;Ut\n05.03.2026;HOTEL;;900,00\n", "card.csv", in: stage)
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        #expect(try await stage.run(["import", account] + settings).code == 0)
        for options in [["--dry-run"], []] {
            let run = try await stage.run(["import", card.path] + settings + options)
            #expect(run.code == 1)
            #expect(
                run.errors.contains("card.csv: error: [statement] it is a list of a card"),
                "\(run.errors)")
            #expect(run.errors.contains("a bank entry and a folder of its own"))
        }
        let json = try await stage.command("accounts", "--json").lines.joined()
        #expect(json.contains(#""kind":"asset""#), "\(json)")
        try FileManager.default.moveItem(at: card, to: stage.scratch.path("inbox/card.csv"))
        let watch = try stage.watch(["--json", "--once"])
        #expect(try await watch.exitCode() == 4)
        #expect(watch.errorText.contains("it is a list of a card"), "\(watch.errorText)")
        #expect(try await !stage.storedTransactions().contains("HOTEL"))
    }

    @Test("a file that can't be read is in status until it is taken out of the folder")
    func refusedInStatus() async throws {
        let stage = try await stage()
        _ = try put(Self.header + Self.old, "inbox/good.csv", in: stage)
        let bad = try put(Self.header + "x;SECRET;;;1;;1;\n", "inbox/bad.csv", in: stage)
        let worse = try put("", "inbox/worse.csv", in: stage)
        #expect(try await stage.once() == 4)
        let status = try await stage.command("status")
        #expect(
            status.lines.contains {
                $0.contains("bad.csv:2:1: ") && $0.contains("; worse.csv:1:1: ")
            },
            "\(status.lines)")
        let json = try await stage.command("status", "--json").lines.joined()
        #expect(json.contains(#""attention":["no-watcher","incomplete sb1"]"#), "\(json)")
        for file in [bad, worse] { try FileManager.default.removeItem(at: file) }
        #expect(try await stage.once() == 0)
        let after = try await stage.command("status", "--json").lines.joined()
        #expect(after.contains(#""attention":["no-watcher"]"#), "\(after)")
    }

    @Test(
        "a number that is none of a Norwegian account is refused, one of another bank is not",
        arguments: [
            ("12345678904", "check digit"), ("1234 56 7890", "11 digits"),
            ("NO7212345678903", "check digits"), ("notanumber", "digits"),
        ])
    func wrongNumber(number: String, expected: String) async throws {
        let stage = try await stage()
        let list = "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n04.03.2026;X;;250;\n"
        let file = try put(list, "account.csv", in: stage).path
        let settings = ["--settings", stage.scratch.path("settings.json").path, "--dry-run"]
        let run = try await stage.run(["import", "--account", number, file] + settings)
        #expect(run.code == 2 && run.errors.contains(expected), "\(run.errors)")
        for other in ["1234.56.78903", "NO71 1234 5678 903", "SAVINGS-555", "555"] {
            let run = try await stage.run(["import", "--account", other, file] + settings)
            #expect(run.code == 0, "\(run.errors)")
        }
    }

    @Test("import --account leaves the account the name that it has")
    func keepsName() async throws {
        let stage = try await stage()
        let list = "Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n04.03.2026;X;;250;\n"
        let file = try put(list, "account.csv", in: stage).path
        func names(_ number: String, name: String = "Brukskonto") async throws -> String {
            let text = Self.settings.replacing("Brukskonto", with: name)
            let settings = try stage.scratch.write(text, to: "settings.json").path
            let run = try await stage.run(
                ["import", "--account", number, file, "--settings", settings])
            #expect(run.code == 0, "\(run.errors)")
            return try await stage.command("accounts", "--json").lines.joined()
        }
        #expect(try await names("NO71 1234 5678 903").contains(#""Brukskonto""#))
        #expect(try await names("99990000014").contains(#""Account 0014""#))
        let own = Self.settings.replacing("1234 56 78903", with: "9999 00 00014")
        let settings = try stage.scratch.write(own, to: "settings.json").path
        _ = try await stage.run(["import", file, "--settings", settings])
        #expect(try await !names("99990000014").contains(#""Account 0014""#))
    }

    @Test("an account that the file does not have is said, and so is a day that is yet to come")
    func otherAccount() async throws {
        let stage = try await stage()
        let own = Self.header + "04.03.2026;X;;;-250,00;;12345678903;\n"
        let settings = ["--settings", stage.scratch.path("settings.json").path, "--dry-run"]
        let file = try put(own, "own.csv", in: stage).path
        let run = try await stage.run(["import", "--account", "99990000014", file] + settings)
        #expect(run.code == 0)
        #expect(run.errors.contains("--account: warning: [account]"), "\(run.errors)")
        #expect(run.errors.contains("1234 56 78903"), "\(run.errors)")
        let same = try await stage.run(["import", "--account", "12345678903", file] + settings)
        #expect(!same.errors.contains("--account"), "\(same.errors)")
        let late = own.replacing("04.03.2026", with: "04.03.2062")
        let far = try put(late, "far.csv", in: stage).path
        let refused = try await stage.run(["import", far] + settings)
        #expect(refused.code == 1 && refused.errors.contains("[day]"), "\(refused.errors)")
        #expect(refused.errors.contains("such as 2062-03-04; nothing was added"))
    }
}
