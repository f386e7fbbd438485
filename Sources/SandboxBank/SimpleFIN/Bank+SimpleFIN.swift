import Finance
import Foundation

extension Bank {
    /// Answers `/simplefin/…` as a SimpleFIN server does, in version 1 or 2 of the protocol.
    mutating func simpleFIN(_ request: WireRequest, _ path: [String], now: Date) -> BankAnswer {
        answering { bank in
            let fault = bank.fault(failure: .empty(503)) { .empty(429).retryAfter($0) }
            if let fault { return fault }
            switch (request.method, path) {
            case ("POST", let path)
            where path.count == 2 && path[0] == "claim" && path[1].hasPrefix(SimpleFINStandIn.claim):
                return bank.claim(path[1], request)
            case ("GET", ["info"]): return .json(200, ["versions": ["1.0"]])
            case ("GET", ["accounts"]): return bank.simpleFINAccounts(request, now: now)
            default: return .empty(404)
            }
        }
    }

    /// A setup token works once.
    private mutating func claim(_ token: String, _ request: WireRequest) -> WireReply {
        guard counters.usedSetupTokens.insert(token).inserted else {
            return .text(403, "Forbidden: this token was claimed\n", type: "text/plain")
        }
        let parts = [
            scenario.credentials.clientId, scenario.credentials.clientSecret.reveal(),
        ].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
        let host = request.header("host") ?? "127.0.0.1"
        return .text(
            200, "http://\(parts.joined(separator: ":"))@\(host)/simplefin\n", type: "text/plain")
    }

    private mutating func simpleFINAccounts(_ request: WireRequest, now: Date) -> WireReply {
        let word = switches.word(.simplefin)
        let credentials = scenario.credentials
        let known = Data("\(credentials.clientId):\(credentials.clientSecret.reveal())".utf8)
        counters.simpleFINReads[day, default: 0] += 1
        let reads = counters.simpleFINReads[day] ?? 0
        guard request.header("authorization") == "Basic " + known.base64EncodedString(),
            word != "revoked", word != "quota" || reads <= 24
        else { return .text(403, "Forbidden\n", type: "text/plain") }
        guard word != "payment" else { return .text(402, "Payment required\n", type: "text/plain") }
        let standIn = SimpleFINStandIn(
            ledger: ledger, step: step, word: word,
            accountsWord: switches.word(.simplefinAccounts), reads: reads, request: request,
            readAt: OsloTime.day(of: now) == day
                ? Int(now.timeIntervalSince1970) : day.dayNumber * 86_400)
        return .json(200, standIn.answer)
    }
}

/// One answer of the accounts list.
struct SimpleFINStandIn {
    /// How the end of a setup token's claim address begins: a new token has another end.
    static let claim = "sandbox"
    private static let bank = "Sandkassebanken"
    private static let connection = "CON-1"

    let ledger: Ledger
    let step: Int
    /// The value of switch `simplefin`.
    let word: String
    /// The value of switch `simplefinAccounts`.
    let accountsWord: String
    /// How often it was read on this day.
    let reads: Int
    let request: WireRequest
    /// When the server read the bank, in seconds since 1970.
    let readAt: Int

    private var isSecond: Bool { request.parameter("version") == "2" && word != "version1" }

    var answer: JSONOutput {
        let list = JSONOutput.array(errors.map { $0.json(isDraft: accountsWord == "draft") })
        let connection: JSONOutput = [
            "conn_id": .string(Self.connection), "name": .string(Self.bank),
            "org_id": "bank.example", "sfin_url": "https://bank.example/simplefin",
        ]
        let members: JSONOutput = [
            "errors": .texts(isSecond ? [] : errors.map(\.words)),
            "accounts": .array(ledger.accounts.map(account)), "errlist": isSecond ? list : .null,
            "connections": isSecond ? [connection] : .null,
        ]
        return members.withoutNulls
    }

    private struct Fault {
        let code: String
        let words: String
        var account: String?
        var connection: String?

        /// - Parameter isDraft: whether the words have the name that drafts of the protocol gave them.
        func json(isDraft: Bool) -> JSONOutput {
            let members: JSONOutput = [
                "code": .string(code), isDraft ? "message" : "msg": .string(words),
                "account_id": .text(account), "conn_id": .text(connection),
            ]
            return members.withoutNulls
        }
    }

    private var errors: [Fault] {
        if lacksLastAccount {
            let code = accountsWord == "missingData" ? "act.missingdata" : "act.failed"
            return [Fault(code: code, words: "An account can't be read", account: lastID)]
        }
        if word == "version1" || accountsWord == "connectionFailed" {
            return [
                Fault(
                    code: "con.auth", words: "Connection to \(Self.bank) may need attention",
                    connection: Self.connection)
            ]
        }
        return switch word {
        case "signInFailed": [Fault(code: "gen.auth", words: "The access was ended")]
        case "quota" where reads >= 20:
            [Fault(code: "gen.", words: "You are close to today's limit of requests")]
        case "capped" where start < firstOfCapped:
            [
                Fault(
                    code: "gen.api",
                    words: "Requested date range exceeds limit of 30 days and was capped.")
            ]
        default: []
        }
    }

    private var lacksLastAccount: Bool {
        ["failed", "missingData", "draft"].contains(accountsWord)
    }

    /// The instant from which rows are requested.
    private var start: Int { request.parameter("start-date").flatMap { Int($0) } ?? .min }

    private var firstOfCapped: Int { readAt - 30 * 86_400 }

    private var lastID: String { ledger.accounts.last.map(id) ?? "" }

    private func id(_ account: SandboxAccount) -> String {
        (accountsWord == "readded" ? "ACT-R" : "ACT-") + account.id.lowercased()
    }

    private func account(_ account: SandboxAccount) -> JSONOutput {
        let isLast = id(account) == lastID
        let hasPoints = accountsWord == "points" && isLast
        let bank: JSONOutput = [
            "domain": "bank.example", "name": .string(Self.bank),
            "sfin-url": "https://bank.example/simplefin",
        ]
        let isUnread = isLast && lacksLastAccount
        let currency =
            hasPoints ? "https://bank.example/points" : account.balance.currency.code
        let members: JSONOutput = [
            "conn_id": isSecond ? .string(Self.connection) : .null, "org": isSecond ? .null : bank,
            "id": .string(id(account)),
            "name": .string(word == "alike" ? "Checking" : account.label),
            "currency": .string(currency),
            "balance": .string(ledger.balance(of: account).decimalText),
            "available-balance": .string(ledger.available(of: account).decimalText),
            "balance-date": .whole(accountsWord == "stale" ? readAt - 5 * 86_400 : readAt),
            "transactions": .array(isUnread ? [] : rows(of: account).map(row)), "extra": [:],
            "holdings": [],
        ]
        return members.withoutNulls
    }

    /// The rows between the requested days; the end is exclusive, and pending ones are only listed
    /// on request, with any value.
    private func rows(of account: SandboxAccount) -> [LedgerRow] {
        let start = word == "capped" ? max(start, firstOfCapped) : start
        let end = request.parameter("end-date").flatMap { Int($0) } ?? .max
        let wantsPending = request.parameter("pending") != nil
        return ledger.listed(at: step).filter { row in
            let instant = Self.noon(row.accountingDate)
            return row.account == account.id && (wantsPending || row.reservation == nil)
                && instant >= start && instant < end
        }
    }

    /// A row gets another id when it is posted, because the ledger numbers it again.
    private func row(_ row: LedgerRow) -> JSONOutput {
        let isPending = row.reservation != nil
        let bought = row.card?.purchaseDate?.resolved(on: row.accountingDate) ?? row.accountingDate
        let mark = accountsWord == "reissued" ? "TRN-R" : "TRN-"
        let hasDay = !isPending || accountsWord != "noDay"
        let members: JSONOutput = [
            "id": .string(mark + String(row.number)),
            "posted": .whole(isPending ? 0 : Self.noon(row.accountingDate)),
            "amount": .string(row.amount.decimalText),
            "description": .string(row.card?.merchant ?? row.text ?? ""),
            "payee": .string(row.card?.merchant ?? row.detail?.receiverName ?? ""), "memo": "",
            "transacted_at": hasDay ? .whole(Self.noon(bought)) : .null,
            "mcc": .text(row.card?.categoryCode), "pending": isPending ? true : nil,
        ]
        return members.withoutNulls
    }

    private static func noon(_ day: CalendarDay) -> Int { day.dayNumber * 86_400 + 43_200 }
}

extension SandboxHelp {
    /// The settings of a bank that is reached through SimpleFIN, and the token of its sign-in.
    static func simpleFIN(_ origin: String, _ scenario: SandboxScenario) -> [String] {
        let claim = Data("\(origin)/simplefin/claim/\(SimpleFINStandIn.claim)".utf8)
        return [
            "Sandbox bank '\(scenario.name)' behind SimpleFIN",
            #"  { "id": "sandbox", "type": "simplefin" }"#,
            "  setup token    \(claim.base64EncodedString())   (works once)",
        ]
    }
}
