import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("The server starts, serves many and stops", .io)
struct SandboxServerTests {
    @Test("requests on one connection are answered in order, also when sent at once")
    func keepAlive() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let bearer = ["Authorization: Bearer \(client.token ?? "")"]
            let connection = try RawConnection(port: port)
            let paths = ["/Accounts", "/Nothing", "/Accounts/\(TestClient.current)"]
            var statuses: [Int?] = []
            for path in paths {
                let text = TestClient.request("GET", "/apibeta/api/v2" + path, headers: bearer)
                try connection.send(text)
                statuses.append(try await connection.response()?.status)
            }
            #expect(statuses == [200, 404, 200])
        }
    }

    @Test("Connection: close is honoured")
    func close() async throws {
        try await withSandbox { _, port in
            let connection = try RawConnection(port: port)
            try connection.send(
                TestClient.request("GET", "/sandbox/state", headers: ["Connection: close"]))
            let answer = try await connection.response()
            #expect(answer?.headers["connection"] == "close")
            #expect(try await connection.response() == nil)
        }
    }

    @Test("many clients at once get whole answers of one moment each")
    func concurrency() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let before = Samples.transactions
            let after = Samples.transactionsBooked
            try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var bodies: [String] = []
                        for _ in 0..<10 { bodies.append(try await client.rows().body) }
                        return bodies
                    }
                }
                server.advance()
                for try await bodies in group {
                    #expect(bodies.allSatisfy { $0 == before || $0 == after })
                }
            }
            #expect(try await client.rows().body == after)
            #expect(server.requests.count == 82)
            #expect(Set(server.requests.map(\.number)).count == 82)
        }
    }

    @Test("stop ends while requests hang, and their connections are closed")
    func stopWhileHanging() async throws {
        let server = SandboxServer(SandboxConfiguration(scenario: .sample))
        let port = try await server.start()
        try server.set(.hang, true)
        let connection = try RawConnection(port: port)
        try connection.send(TestClient.request("GET", "/apibeta/api/v2/Accounts"))
        try await TestClient(port: port).wait { server.heldRequests > 0 }
        await server.stop()
        #expect(try await connection.response() == nil)
        #expect(server.port == nil)
        #expect(throws: RawConnection.Failure.self) { _ = try RawConnection(port: port) }
        await server.stop()
    }

    @Test("a client that goes away while it hangs is forgotten", .timeLimit(.minutes(15)))
    func goneWhileHanging() async throws {
        try await withSandbox { server, port in
            try server.set(.hang, true)
            let connection = try RawConnection(port: port)
            try connection.send(TestClient.request("GET", "/apibeta/api/v2/Accounts"))
            try await TestClient(port: port).wait { server.heldRequests > 0 }
            connection.hangUp()
            try await TestClient(port: port).wait { server.heldRequests == 0 }
            try server.set(.hang, false)
            #expect(server.requests.filter { $0.status == 401 }.isEmpty)
        }
    }

    @Test("a port that is taken is told, and another start is refused")
    func ports() async throws {
        try await withSandbox { server, port in
            var configuration = SandboxConfiguration(scenario: .sample)
            configuration.port = port
            await #expect(throws: SandboxServerError.portTaken(port)) {
                _ = try await SandboxServer(configuration).start()
            }
            await #expect(throws: SandboxServerError.startedBefore) {
                _ = try await server.start()
            }
        }
    }

    @Test("a scenario with mistakes is not served")
    func brokenScenario() async throws {
        var scenario = SandboxScenario.sample
        scenario.timeline[0].actions.append(.release(reservation: "nobody"))
        let server = SandboxServer(SandboxConfiguration(scenario: scenario))
        await #expect(throws: SandboxServerError.self) { _ = try await server.start() }
    }

    @Test("time-lapse takes the steps by itself and ends with the story")
    func lapse() async throws {
        var configuration = SandboxConfiguration(scenario: .demo)
        configuration.lapse = .milliseconds(1)
        let server = SandboxServer(configuration)
        let client = TestClient(port: try await server.start())
        var steps: [Int] = []
        try await client.wait {
            steps.append(server.state.step)
            return server.state.isFinished
        }
        #expect(steps == steps.sorted())
        try await client.wait { server.state.step == 20 }
        // Each step was taken once: the accounts are where single steps bring them.
        let other = SandboxServer(SandboxConfiguration(scenario: .demo))
        for _ in 1...20 { other.advance() }
        #expect(server.state == other.state)
        #expect(server.state.problems.isEmpty)
        await server.stop()
    }

    @Test("what is no HTTP, or far too long, does not bring the server down")
    func hostile() async throws {
        try await withSandbox { _, port in
            let noise = try RawConnection(port: port)
            try noise.send("\u{1}\u{2} nonsense\r\n\r\n")
            #expect(try await noise.response()?.status ?? 400 == 400)
            let body = String(repeating: "x", count: 2 << 20)
            let long = try await TestClient(port: port).control("do", body)
            #expect(long.status == 413)
            let deep = String(repeating: "[", count: 100_000)
            #expect(try await TestClient(port: port).control("do", deep).status == 400)
            #expect(try await TestClient(port: port).control("step").status == 200)
        }
    }

    @Test(
        "the words for connecting name the addresses of the dialect",
        arguments: SandboxDialect.allCases)
    func connection(dialect: SandboxDialect) {
        let text = SandboxHelp.connection(port: 8_080, scenario: .sample, dialect: dialect)
        #expect(text.contains("http://127.0.0.1:8080/apibeta/api/\(dialect.rawValue)\n"))
        #expect(text.contains("customerId") == (dialect == .v1))
        #expect(text.contains(#""apiURL": "http://127.0.0.1:8080\#(dialect.basePath)""#))
        #expect(text.contains(#""type": "sbanken""#))
    }

    @Test("the words for connecting hold the settings of the bank that was asked for")
    func connectionOfBanks() {
        let text = SandboxHelp.connection(port: 8_080, scenario: .sample, bank: .sparebank1)
        #expect(text.contains(#""type": "sparebank1""#))
        #expect(text.contains(#""authURL": "http://127.0.0.1:8080/oauth""#))
        #expect(text.contains("99990000001  Brukskonto"))
    }
}
