import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("The controls move the bank over HTTP", .io)
struct ControlTests {
    @Test("a step and many steps are taken, and the state is told")
    func steps() async throws {
        try await withSandbox(.demo) { server, port in
            let client = TestClient(port: port)
            let one = try await client.control("step")
            #expect(one.json?["step"]?.number == "1")
            #expect(one.json?["note"]?.string == "Pocket money buys sweets")
            let three = try await client.control("step", #"{"steps": 3}"#)
            #expect(three.json?["step"]?.number == "4")
            #expect(server.state.step == 4)
            let state = try await client.send("GET", "/sandbox/state")
            #expect(state.body == three.body)
            #expect(try await client.control("reset").json?["step"]?.number == "0")
        }
    }

    @Test("the day is moved by days or to a date")
    func days() async throws {
        try await withSandbox { _, port in
            let client = TestClient(port: port)
            #expect(try await client.control("day").json?["day"]?.string == "2026-03-07")
            let two = try await client.control("day", #"{"days": 2}"#)
            #expect(two.json?["day"]?.string == "2026-03-09")
            let date = try await client.control("day", #"{"day": "2026-03-10"}"#)
            #expect(date.json?["step"]?.number == "1")
            let past = try await client.control("day", #"{"day": "2026-03-09"}"#)
            #expect(past.status == 400)
            #expect(past.body.contains("day-in-past"))
        }
    }

    @Test("actions are done at once, all of a list or none")
    func actions() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let reserve =
                #"{"action":"reserve","id":"x","account":"Lommepenger","amount":"-10","#
                + #""text":null}"#
            let both = try await client.control("do", "[\(reserve),\(reserve)]")
            #expect(both.status == 400)
            #expect(both.body.contains("reservation-taken"))
            #expect(server.state.accounts[1].available.minorUnits == 96_50)
            #expect(try await client.control("do", reserve).status == 200)
            #expect(server.state.accounts[1].available.minorUnits == 86_50)
            let path = "/Transactions/FA4E0000000000000000000000000004"
            #expect(try await client.v2(path).items.first?["text"]?.kindName == "null")
        }
    }

    @Test(
        "what cannot be understood is told with a fix",
        arguments: [
            ("switch/outrage", "true", "did you mean 'outage'?"),
            ("switch/outage", "", "true or false"),
            ("switch/outage", "tru", "correct the JSON"), ("switch/outage", "[]", "true or false"),
            ("step", #"{"steps": 0}"#, "a whole number from 1"), ("step", "3", "write an object"),
            ("day", #"{"day": "x"}"#, "a day such as"), ("do", "", "an action such as"),
            ("do", #"{"action":"fly"}"#, "use one of"), ("step", #"{"step": 2}"#, "did you mean"),
        ])
    func refused(path: String, body: String, fix: String) async throws {
        try await withSandbox { server, port in
            let before = server.state
            let answer = try await TestClient(port: port).control(path, body)
            #expect(answer.status == 400)
            let notified = answer.json?["findings"]?.elements?.first?["fix"]?.string
            #expect(notified?.contains(fix) == true)
            #expect(server.state == before)
        }
    }

    @Test("faults do not reach the controls")
    func controlsAlwaysAnswer() async throws {
        try await withSandbox { server, port in
            for name in [SandboxSwitch.outage, .hang, .brokenJSON, .html, .missingScope] {
                try server.set(name, true)
            }
            let client = TestClient(port: port)
            #expect(try await client.control("switch/hang", #"{"value": false}"#).status == 200)
            #expect(try await client.send("GET", "/sandbox/state").json != nil)
            let help = try await client.send("GET", "/sandbox/help")
            #expect(help.body == SandboxHelp.text)
            #expect(try await client.send("GET", "/sandbox/nothing").status == 404)
            #expect(try await client.send("GET", "/sandbox/step").status == 405)
        }
    }
}
