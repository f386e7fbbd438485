import Finance
import Foundation
import HTTP
import SandboxBank
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Signing in through Enable Banking", .io)
struct EnableBankingSignInTests {
    @Test("stores session, accounts and the end of the consent, and nothing of the holder")
    func stored() async throws {
        try await EnableBankingBench.run { bench in
            let state = try #require(bench.store.load())
            #expect(state.parts.keys.sorted() == ["accounts", "session"])
            #expect(state.accounts.count == 5)
            #expect(state.expires == bench.clock.now.addingTimeInterval(180 * 86_400 - 600))
            #expect(!state.parts.values.contains { $0.contains("Testesen") })
            // The code was given once.
            let code = "\(String(decoding: bench.codes.last ?? [], as: UTF8.self))"
            #expect(code.hasPrefix(#"{"code":"#))
        }
    }

    @Test("says what it covers and until when, without a read that the bank counts")
    func coverage() async throws {
        try await EnableBankingBench.run { bench in
            for _ in 1...6 {
                let covered = try await bench.person.coverage()
                #expect(covered?.accounts == 5)
                #expect(covered?.ends == bench.store.load()?.expires)
            }
            #expect(bench.asked.suffix(6).allSatisfy { $0.hasPrefix("/sessions/") })
            #expect(await bench.fetch().outcome == .complete)
        }
    }

    @Test(
        "says of a consent that gives no access what has become of it",
        arguments: [
            ("revoked", "the consent was revoked at the bank"), ("closed", "the consent was ended"),
            ("expired", "the bank's consent has expired"),
        ])
    func lostCoverage(state: String, problem: String) async throws {
        try await EnableBankingBench.run { bench in
            try bench.turn("ebSession", state)
            let person = bench.person
            let error = await #expect(throws: BankError.self) { try await person.coverage() }
            #expect(
                error
                    == .signInRefused(
                        SourceFailure(kind: .refused, problem: problem, fix: "saldovakt login dnb"))
            )
        }
    }

    @Test("a bank that is not listed is refused with the names that are near")
    func unlisted() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            for (name, near) in [
                ("nordea", "; it knows Nordea, Nordea Business"), ("DMB", "; it knows DNB"),
                ("Fjordbanken", ""),
            ] {
                let person = bench.with(bank: name).person
                let error = await #expect(throws: BankError.self) {
                    try await person.address(state: "s")
                }
                guard case .failed(let failure) = error?.outcome else { continue }
                #expect(failure.problem == "Enable Banking lists no bank '\(name)' in NO\(near)")
            }
        }
    }

    @Test(
        "what the service refuses is said with its fix",
        arguments: [
            ("empty", "the consent covers no account"),
            ("inactive", "Enable Banking does not let the application do this (403)"),
        ])
    func refused(mode: String, problem: String) async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            try bench.turn("ebConsent", mode)
            let bench = bench
            let error = await #expect(throws: BankError.self) { try await bench.signIn() }
            guard case .failed(let failure) = error?.outcome else { return }
            #expect(failure.problem == problem && failure.fix.contains("enablebanking.com"))
            #expect(bench.store.load() == nil)
        }
    }

    @Test("a code works once, a denial brings none, another redirect is refused")
    func codes() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            let answer = try await bench.visit(try await bench.person.address(state: "s"))
            let code = Secret(try #require(answer["code"]))
            let person = bench.person
            try await person.finish(code: code)
            let used = await #expect(throws: BankError.self) { try await person.finish(code: code) }
            #expect(
                used?.outcome
                    == .failed(
                        SourceFailure(
                            kind: .refused, problem: "the bank's code is wrong, used or too old",
                            fix: "saldovakt login dnb")))
            let denied = try await bench.visit(try await person.address(state: "s"), "deny")
            #expect(denied["error"] == "access_denied" && denied["code"] == nil)
            let elsewhere = bench.with(redirect: "https://example.net/").person
            let refused = await #expect(throws: BankError.self) {
                try await elsewhere.address(state: "s")
            }
            guard case .failed(let failure) = refused?.outcome else { return }
            #expect(failure.problem == "the redirectURI is not registered with the application")
        }
    }

    @Test("an account keeps its id when its first hash changes, also when only its number stays")
    func hashes() async throws {
        try await EnableBankingBench.run { bench in
            try bench.server.set(.ebQuota, "off")
            let ids = await bench.fetch().accounts.map(\.details.bankAccountID)
            for word in ["newHash", "given", "onlyHash"] {
                try bench.turn("ebConsent", word)
                try await bench.signIn()
                #expect(await bench.fetch().accounts.map(\.details.bankAccountID) == ids)
            }
            // Only the number is left to know them by.
            var state = try #require(bench.store.load())
            state.accounts = state.accounts.map { account in
                var account = account
                account.hashes = ["other"]
                return account
            }
            bench.store.save(state)
            try await bench.signIn()
            #expect(await bench.fetch().accounts.map(\.details.bankAccountID) == ids)
            try bench.turn("ebConsent", "unlinked")
            try await bench.signIn()
            #expect(await bench.fetch().accounts.count == 4)
        }
    }

    @Test("an account that one consent left out keeps its id when a later one has it again")
    func returned() async throws {
        try await EnableBankingBench.run { bench in
            let ids = await bench.fetch().accounts.map(\.details.bankAccountID)
            for _ in 0..<2 {
                try bench.turn("ebConsent", "unlinked")
                try await bench.signIn()
                #expect(await bench.fetch().accounts.count == 4)
            }
            try bench.turn("ebConsent", "newHash")
            try await bench.signIn()
            #expect(await bench.fetch().accounts.map(\.details.bankAccountID) == ids)
            #expect(bench.store.load()?.parts.keys.sorted() == ["accounts", "session"])
        }
    }

    @Test("a code whose answer is lost gives no access, and the command is named")
    func lostAnswer() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            for word in ["before", "during"] {
                let code = try await bench.visit(try await bench.person.address(state: "s"))["code"]
                try bench.turn("cutConnection", word)
                let person = bench.person
                let error = await #expect(throws: BankError.self) {
                    try await person.finish(code: Secret(try #require(code)))
                }
                guard case .failed(let failure) = error?.outcome else { continue }
                #expect(failure.fix.contains("saldovakt login dnb"), "\(failure)")
                #expect(bench.store.load() == nil)
                try bench.turn("cutConnection", "off")
                try await bench.signIn()
                #expect(await bench.fetch().outcome == .complete)
                _ = bench.store.remove()
            }
        }
    }

    @Test("the list of banks is read before the code is used up, so that no consent is lost")
    func presenceHeaders() async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            bench.configuration.settings.claimsPresence = true
            let person = bench.person
            let code = try await bench.visit(try await person.address(state: "s"))["code"]
            let before = bench.asked.count
            try await person.finish(code: Secret(try #require(code)))
            let asked = bench.asked.dropFirst(before)
            #expect(asked.map { $0.prefix(7) } == ["/aspsps", "/sessio"])
        }
    }

    @Test("a consent is ended at the bank; one that is over needs no question")
    func revoke() async throws {
        try await EnableBankingBench.run { bench in
            let isEnded = try await bench.person.revoke()
            #expect(isEnded)
            #expect(bench.transport.requests.last?.method == .delete)
            #expect(await bench.fetch().failure?.problem == "the consent was ended")
            bench.clock.advance(by: 181 * 86_400)
            let asked = bench.asked.count
            let isOver = try await bench.person.revoke()
            #expect(isOver)
            #expect(bench.asked.count == asked)
        }
    }
}

@Suite("The token of an application", .io)
struct ApplicationTokenTests {
    private static let now = Make.instant("2026-03-06T09:00:00Z")

    @Test("is signed as openssl signs, and has the service's header and claims")
    func signature() async throws {
        let pem = Secret(EnableBankingApplication.privateKey)
        let token = try #require(ApplicationToken(applicationID: "app-1", pem: pem))
        let parts = try #require(token.text(at: Self.now)).split(separator: ".")
        #expect(
            Self.plain(parts[0]) == #"{"typ":"JWT","alg":"RS256","kid":"app-1"}"#)
        #expect(
            Self.plain(parts[1])
                == #"{"iss":"enablebanking.com","aud":"api.enablebanking.com","#
                + #""iat":1772787540,"exp":1772791140}"#)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-token-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(pem.reveal().utf8).write(to: folder.appending(path: "key.pem"))
        try Data("\(parts[0]).\(parts[1])".utf8).write(to: folder.appending(path: "text"))
        let openssl = try ForeignProcess(
            [
                "/bin/sh", "-c",
                "cd '\(folder.path)' && openssl dgst -sha256 -sign key.pem text | base64 -w0; echo",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(try await openssl.exitCode() == 0)
        #expect(openssl.lines.first == Self.base64(parts[2]))
    }

    @Test("a key that is none, or too short, gives no token")
    func keys() {
        for text in ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            #expect(ApplicationToken(applicationID: "a", pem: Secret(text)) == nil)
        }
    }

    @Test(
        "the sandbox accepts no other signature, claims, or time",
        arguments: [
            ("aud", "api.tilisy.com"), ("iss", "nobody"), ("iat", nil), ("exp", nil),
        ] as [(String, String?)])
    func refused(claim: String, value: String?) async throws {
        try await EnableBankingBench.run(signedIn: false) { bench in
            let late = Int(Self.now.timeIntervalSince1970) + 90_000
            let change = value.map { JSONOutput.string($0) } ?? .whole(late)
            let good = try EnableBankingApplication.token(at: Self.now)
            let other = try EnableBankingApplication.token(at: Self.now, claims: [(claim, change)])
            var statuses: [Int] = []
            for token in [good, other, String(good.dropLast(4)) + "AAAA"] {
                let answer = try await bench.transport.send(
                    HTTPRequest(
                        url: "http://127.0.0.1:\(bench.port)/enablebanking/application",
                        headers: [HTTPHeader("Authorization", "Bearer \(token)")]))
                statuses.append(answer.status)
            }
            #expect(statuses == [200, 401, 401])
        }
    }

    private static func base64(_ part: Substring) -> String {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    private static func plain(_ part: Substring) -> String {
        Data(base64Encoded: base64(part)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension EnableBankingBench {
    /// The bodies with which codes were exchanged.
    fileprivate var codes: [[UInt8]] {
        transport.requests.filter { $0.url.hasSuffix("/sessions") }.compactMap(\.body)
    }

    fileprivate func with(bank: String? = nil, redirect: String? = nil) -> EnableBankingBench {
        var bench = self
        bench.configuration.settings.bank = bank ?? configuration.settings.bank
        bench.configuration.settings.redirectURI = redirect ?? configuration.settings.redirectURI
        return bench
    }
}
