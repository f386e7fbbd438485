import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("Every switch of the table does what its row says", .io)
struct SwitchTableTests {
    @Test(
        "turned on, a switch has its effect, in both forms of the API",
        arguments: SandboxSwitch.allCases, SandboxDialect.allCases)
    func effect(name: SandboxSwitch, dialect: SandboxDialect) async throws {
        let effect = try #require(SwitchEffects.all[name.rawValue], "no check for switch \(name)")
        try await withSandbox { server, port in
            try await effect(server, try await TestClient.signedIn(port, dialect))
        }
    }

    @Test(
        "turned back, a switch leaves no trace", arguments: SandboxSwitch.allCases,
        SandboxDialect.allCases)
    func rest(name: SandboxSwitch, dialect: SandboxDialect) async throws {
        try await withSandbox { server, port in
            try server.set(name, Self.moved(name))
            try server.set(name, name.resting)
            #expect(server.state.switches.isEmpty)
            let client = try await TestClient.signedIn(port, dialect)
            #expect(try await client.api("/Accounts").body == Samples.accounts(dialect))
            let rows = dialect == .v1 ? Samples.transactionsV1 : Samples.transactions
            #expect(try await client.rows().body == rows)
        }
    }

    @Test("names are unique and found in any letter case")
    func names() {
        #expect(
            Set(SandboxSwitch.allCases.map { $0.rawValue.lowercased() }).count
                == SandboxSwitch.allCases.count)
        #expect(SandboxSwitch.named("OUTAGE") == .outage)
        #expect(SandboxSwitch.named("nothing") == nil)
    }

    @Test("the help explains each switch and its values", arguments: SandboxSwitch.allCases)
    func help(name: SandboxSwitch) {
        let words = SandboxHelp.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains(" \(name) (\(name.valuesText)) \(name.effect) [\(name.origin)]"))
    }

    @Test("no line of the help is wider than a terminal")
    func helpWidth() {
        #expect(SandboxHelp.text.split(separator: "\n").allSatisfy { $0.count < 79 })
    }

    @Test("a scenario and the controls know each switch", arguments: SandboxSwitch.allCases)
    func readers(name: SandboxSwitch) async throws {
        let value = Self.moved(name)
        let json = SandboxHelp.example.replacing(
            #""reservationDelay": 0"#, with: "\"\(name)\": \(value)")
        let scenario = try SandboxScenario(json: Array(json.utf8), file: "x.json")
        #expect(scenario.switches == [name: value])
        try await withSandbox { server, port in
            let client = TestClient(port: port)
            let answer = try await client.control("switch/\(name)", value.description)
            #expect(answer.status == 200)
            #expect(server.state.switches[name] == (name.values == .pulse ? nil : value))
        }
    }

    @Test(
        "a value that a switch cannot have is refused and changes nothing",
        arguments: SandboxSwitch.allCases)
    func refused(name: SandboxSwitch) async throws {
        try await withSandbox { server, port in
            for value in [SwitchValue.choice("nonsense"), .number(-1)] {
                #expect(throws: SandboxError.switchValue(name, value)) {
                    try server.set(name, value)
                }
                let answer = try await TestClient(port: port).control(
                    "switch/\(name)", value.description)
                #expect(answer.status == 400)
                #expect(answer.body.contains("switch-value"))
            }
            #expect(server.state.switches.isEmpty)
        }
    }

    private static func moved(_ name: SandboxSwitch) -> SwitchValue {
        switch name.values {
        case .flag, .pulse: .flag(true)
        case .choice(let words): .choice(words.last ?? "")
        case .number(let range, _): .number(range.lowerBound + 1)
        }
    }
}
