import Foundation
import TestSupport
import Testing

@Suite("Texts that would steer a terminal, in every field of a bank")
struct HostileTextTests {
    /// A formula for a spreadsheet, a clipboard to be written, colours, and writing turned around.
    private static let text = #"=1+\u001b]52;c;QQ==\u0007\u009b31m\u202eX\u2066\u2028\u0085Y"#

    private static func snapshot(balance: String, rows: [String]) -> String {
        #"{"observedAt":"NOW","source":"mine","outcome":"complete","accounts":[{"id":"a1","#
            + #""name":"\#(text)","kind":"asset","currency":"NOK","number":"\#(text)","#
            + #""booked":"\#(balance)","available":"\#(balance)"}],"#
            + #""transactions":[\#(rows.joined(separator: ","))],"#
            + #""scheduled":[{"account":"a1","id":"p1","amount":"-1.00","due":"2099-01-01","#
            + #""text":"\#(text)","kind":"payment"}]}"#
    }

    private static func row(_ amount: String, _ day: String) -> String {
        #"{"account":"a1","id":null,"amount":"\#(amount)","currency":"NOK","status":"booked","#
            + #""date":"\#(day)","posted":"\#(day)","text":"\#(text)","merchant":"\#(text)","#
            + #""mcc":"5411","type":"pointOfSale","counterparty":{"name":"\#(text)","account":"1"}}"#
    }

    private static let cards = """
        "lists": [ { "endpoint": "cards", "rows": [
          { "cardId": "\(text)", "cardNumber": "\(text)", "accountNumber": "\(text)",
            "expiryDate": "2099-11-01T00:00:00", "status": "Active", "cardType": "\(text)",
            "productCode": "\(text)" } ] } ],
        """

    /// A state whose every text is hostile, and an alert about it.
    private func stage() async throws -> Stage {
        let stage = try await Stage(more: Self.cards)
        let answer = stage.scratch.path("answer.json")
        let program = try stage.scratch.write(
            "cat > /dev/null; sed \"s/NOW/$(date -u +%Y-%m-%dT%H:%M:%SZ)/\" '\(answer.path)'\n",
            to: "bank.sh")
        let command = #"["/bin/sh", "\#(program.path)"]"#
        let bank = #"{ "id": "mine", "type": "command", "command": \#(command) }"#
        let settings = stage.settings(dialect: "v2", more: #""cards": true, "#)
            .replacing(#""banks": ["#, with: #""banks": [ \#(bank), "#)
        try stage.scratch.write(settings, to: "settings.json")
        try stage.rule(
            ["big": "new debit over 500", "low": "balance under 5000"], on: ["hook", "terminal"])
        let day = String(Date().formatted(.iso8601).prefix(10))
        var rows = [Self.row("-5.00", day)]
        try stage.scratch.write(Self.snapshot(balance: "9000.00", rows: rows), to: "answer.json")
        try await stage.once()
        rows.append(Self.row("-800.00", day))
        try stage.scratch.write(Self.snapshot(balance: "8200.00", rows: rows), to: "answer.json")
        return stage
    }

    private static let commands = [
        ["accounts"], ["accounts", "--json"], ["balances"], ["balances", "--json"],
        ["balances", "--csv"], ["balances", "--account", "zz"], ["transactions"],
        ["transactions", "--why"], ["transactions", "--json"], ["transactions", "--csv"],
        ["transactions", "--why", "--csv"], ["transactions", "--account", "zz"], ["cards"],
        ["cards", "--json"], ["alerts"], ["alerts", "--json"], ["status"], ["status", "--json"],
        ["status", "--tmux"], ["doctor"], ["doctor", "--json"], ["changes"], ["changes", "--json"],
        ["changes", "--account", "zz"], ["access", "grant", "r", "--account", "zz"],
        ["access", "grant", "r", "--all"], ["access", "list"], ["access", "list", "--json"],
        ["silence", "add", "--account", "zz", "--for", "1h"],
    ]

    /// Control characters but tabs and ends of lines, and what turns the direction of writing.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E: true
        case 0x2066...0x2069: true
        default: false
        }
    }

    @Test("no command hands them on, whatever its form, and no cell of a table is a formula")
    func commands() async throws {
        let stage = try await stage()
        let watch = try stage.watch(["--once", "--plain"])
        _ = try await watch.exitCode()
        #expect(watch.lines.contains { $0.contains("800,00") }, "\(watch.lines)")
        check(watch, "watch")
        for command in Self.commands {
            let options =
                ["doctor", "silence"].contains(command[0])
                ? ["--settings", stage.scratch.path("settings.json").path] : []
            let needsRules = command[0] == "doctor"
            let process = try ForeignProcess(
                [Project.program.path] + command + options
                    + ["--state", stage.scratch.path("state").path]
                    + (needsRules ? ["--rules", stage.scratch.path("rules.json").path] : []),
                environment: stage.environment())
            let code = try await process.exitCode()
            #expect(code != 2, "\(command): \(process.errorText)")
            check(process, command.joined(separator: " "))
            guard command.contains("--csv") else { continue }
            let cells = process.lines.flatMap { $0.split(separator: ",") }
            #expect(!cells.contains { $0.hasPrefix("=") || $0.hasPrefix("\"=") }, "\(cells)")
        }
    }

    /// Plays a command in a terminal, leaves it with Escape once it shows a text, and prints in
    /// hexadecimal what the terminal got.
    private static let terminal = """
        import os, pty, sys
        child, terminal = pty.fork()
        if child == 0:
            os.execv(sys.argv[2], sys.argv[2:])
        got, left = b"", False
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            got += part
            if not left and sys.argv[1].encode() in got:
                left = True
                os.write(terminal, b"\\x1b")
            if not part:
                break
        os.waitpid(child, 0)
        print(got.hex())
        """

    @Test("the picker shows them harmless on the terminal itself")
    func picker() async throws {
        let stage = try await stage()
        let watch = try stage.watch(["--once", "--plain"])
        _ = try await watch.exitCode()
        let process = try ForeignProcess(
            [
                "python3", "-c", Self.terminal, "Enter: print", Project.program.path, "pick",
                "--state", stage.scratch.path("state").path,
            ], environment: stage.environment())
        #expect(try await process.exitCode() == 0)
        let digits = Array(process.lines.joined())
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        // Its own sequences move the cursor and paint.
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
        #expect(text.contains("=1+") && text.contains("Enter: print"), "\(text)")
        let found = text.unicodeScalars.filter(Self.steers).map { String($0.value, radix: 16) }
        #expect(found.isEmpty, "\(found) in \(text)")
    }

    private func check(_ process: ForeignProcess, _ name: String) {
        let output = process.lines.joined(separator: "\n") + process.errorText
        let found = output.unicodeScalars.filter(Self.steers).map { String($0.value, radix: 16) }
        #expect(found.isEmpty, "\(name): \(found) in \(output)")
    }
}
