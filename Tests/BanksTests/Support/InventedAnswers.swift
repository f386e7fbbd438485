import Finance
import Foundation
import HTTP
import Recording
import Settings
import Threads

@testable import Banks

/// Has sources read invented answers and stored sign-ins, and says what is wrong with the outcome.
///
/// An input is the answers in the order in which they are asked for, separated by the byte 0x1E
/// (RFC 7464); each may begin with its status: `429 {}`. After the last one nobody can be reached.
/// The fuzzer and the replay of what it found share this file.
enum InventedAnswers: String, CaseIterable {
    /// A token, the accounts, the transactions.
    case sparebank1
    /// The session, the balances, pages of transactions.
    case enablebanking
    /// The claim of a setup token, the accounts.
    case simplefin
    /// What is stored of a sign-in, then answers of each bank.
    case signin

    /// - Returns: `nil` if the outcome keeps every promise of a source.
    func fault(with bytes: [UInt8]) async -> String? {
        let parts = bytes.split(separator: 0x1E, omittingEmptySubsequences: false).map(Array.init)
        let server = InventedServer(parts)
        switch self {
        case .sparebank1:
            let store = KeptSignIn(SignInState(["refreshToken": "r"]))
            return await Self.fault(polling: Self.spareBank1(store, server))
        case .enablebanking:
            return Self.fault(in: Self.enableBanking(server.answers))
        case .simplefin:
            let store = KeptSignIn(SignInState([SimpleFINAccess.part: "https://u:p@bank.test/s"]))
            let token = Secret(Data("https://bank.test/claim/1".utf8).base64EncodedString())
            do throws(BankError) {
                try await SimpleFINClaim(transport: server, store: store).claim(setupToken: token)
            } catch {
                if let fault = Self.fault(in: Self.snapshot(error)) { return fault }
            }
            return await Self.fault(polling: Self.simpleFIN(store, server))
        case .signin:
            return await Self.fault(storing: parts.first ?? [], server)
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_772_787_600)
    private static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

    private static func fault(polling source: some BankSource) async -> String? {
        fault(in: await source.fetch(FetchRequest()))
    }

    private static func snapshot(_ error: BankError) -> Snapshot {
        error.snapshot(source: "bank", at: now)
    }

    private static func spareBank1(
        _ store: KeptSignIn, _ server: InventedServer
    ) -> SpareBank1Source {
        SpareBank1Source(
            configuration: SpareBank1Configuration(
                id: "bank", clientID: Secret("c"), clientSecret: Secret("s"), timeZone: zone),
            store: store, transport: server, clock: StoppedClock(now: now))
    }

    private static func simpleFIN(_ store: KeptSignIn, _ server: InventedServer) -> SimpleFINSource
    {
        SimpleFINSource(
            id: "bank", store: store, transport: server, clock: StoppedClock(now: now))
    }

    /// Reads without the signature of each question, which would take nearly all of the time.
    private static func enableBanking(_ answers: [HTTPResponse]) -> Snapshot {
        let problems = EnableBankingProblems(id: "bank", clock: StoppedClock(now: now))
        do throws(BankError) {
            var rows: [AnswerRow] = []
            for answer in answers {
                guard answer.status == 200 else {
                    throw problems.error(in: answer, to: "sign-in")
                }
                rows.append(
                    try AnswerRow(answer.body, malformed: problems.malformed("sign-in")))
            }
            var result = PollResult()
            for row in try rows.first?.rows("accounts") ?? [] {
                guard let account = try EnableBankingAccount(row) else { continue }
                try add(account, rows.dropFirst(), to: &result)
            }
            return result.snapshot(source: "bank", at: now)
        } catch {
            return snapshot(error)
        }
    }

    private static func add(
        _ account: EnableBankingAccount, _ answers: ArraySlice<AnswerRow>,
        to result: inout PollResult
    ) throws(BankError) {
        let today = CalendarDay(of: now, in: zone)
        var observation = account.recognised(among: [account]).observation(source: "bank")
        for answer in answers {
            let balances = try EnableBankingBalances(
                try answer.rows("balances"), currency: account.currency, today: today)
            observation.booked = balances.booked
            observation.available = balances.available
            let rows = try EnableBankingRows(
                try answer.rows("transactions"), of: account, from: today.adding(days: -89),
                today: today)
            result.transactions += rows.transactions
            result.scheduled = (result.scheduled ?? []) + rows.scheduled
        }
        result.add(observation)
    }

    private static func fault(storing bytes: [UInt8], _ server: InventedServer) async -> String? {
        let text = Secret(String(decoding: bytes, as: UTF8.self))
        let stored = StoredSignIn(
            source: "bank", stateFolder: "", place: .keyring(FixedKeyring(secret: text)))
        do {
            let state = try stored.load()
            server.answers.removeFirst()
            if let fault = await fault(polling: spareBank1(KeptSignIn(state), server)) {
                return fault
            }
            if let fault = await fault(polling: simpleFIN(KeptSignIn(state), server)) {
                return fault
            }
            let access = try EnableBankingAccess(stored: KeptSignIn(state), for: "bank")
            try access.check(at: now, source: "bank")
        } catch let error as SignInStoreError {
            return isLine(error.problem) && isLine(error.fix) ? nil : "damage without a reason"
        } catch {
            return fault(in: snapshot(error as? BankError ?? .cancelled))
        }
        return nil
    }
}

extension InventedAnswers {
    /// What a snapshot says that none may say.
    private static func fault(in answer: Snapshot) -> String? {
        // As the watcher takes it: identifiers that can't be kept make it a failure.
        let snapshot = answer.keepable()
        var failures = snapshot.shortfalls
        if case .failed(let failure) = snapshot.outcome { failures.append(failure) }
        for failure in failures where !isLine(failure.problem) || !isLine(failure.fix) {
            return "a failure that is no line: \(failure)"
        }
        let currencies = Dictionary(
            snapshot.accounts.map { ($0.details.bankAccountID, $0.details.currency) }
        ) { $1 }
        for row in snapshot.transactions {
            if currencies[row.bankAccountID] != row.amount.currency { return "a strange currency" }
            if (row.posted == nil) != (row.status == .pending) { return "a strange state" }
            if let posted = row.posted, posted < row.date { return "booked before it happened" }
        }
        let line = SnapshotLineWriter().line(snapshot)
        do { _ = try SnapshotLineReader().line(line, number: 1) } catch {
            return "a recording that can't be read: \(error)"
        }
        _ = Reconciler.reconcile(
            snapshot, source: SourceFacts(id: "bank"), with: ReconciliationInput(), zone: zone)
        return nil
    }

    /// Whether a text is one line with words on it.
    private static func isLine(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains(where: VisibleText.isControl)
    }
}

/// Gives the answers one after the other.
private final class InventedServer: HTTPTransport {
    private let rest: Lock<[HTTPResponse]>

    init(_ parts: [[UInt8]]) { rest = Lock(parts.map(Self.response)) }

    var answers: [HTTPResponse] {
        get { rest.withLock { $0 } }
        set { rest.withLock { $0 = newValue } }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try request.check()
        let answer = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw .unreachable }
        return answer
    }

    private static func response(_ part: [UInt8]) -> HTTPResponse {
        let digits = String(decoding: part.prefix(3), as: UTF8.self)
        guard part.count > 3, part[3] == UInt8(ascii: " "), let status = Int(digits),
            (200...599).contains(status)
        else { return HTTPResponse(status: 200, body: part) }
        return HTTPResponse(status: status, body: Array(part.dropFirst(4)))
    }
}

/// A sign-in in memory.
private final class KeptSignIn: SignInStore {
    private let state: Lock<SignInState?>

    init(_ state: SignInState?) { self.state = Lock(state) }

    func load() -> SignInState? { state.withLock { $0 } }

    func save(_ state: SignInState) { self.state.withLock { $0 = state } }

    func remove() -> Bool {
        state.withLock { $0 = nil }
        return true
    }

    func exclusively<Value: Sendable>(
        _ body: @Sendable () async -> Value
    ) async throws(SignInStoreError) -> Value { await body() }
}

/// A keyring with one secret under every name.
private struct FixedKeyring: WritableKeyring {
    let secret: Secret

    func secret(named name: String) -> Secret? { secret }

    func store(_ secret: Secret, named name: String, label: String) {}

    func remove(named name: String) -> Bool { false }
}

private struct StoppedClock: WallClock {
    let now: Date

    func sleep(until instant: Date) async throws {}
}
