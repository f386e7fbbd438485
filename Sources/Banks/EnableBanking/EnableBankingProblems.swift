import Finance
import Foundation
import HTTP

/// Every sentence that this source says about failures; none holds anything of an answer's facts.
enum EnableBankingProblems {
    static let unusableKey = SourceFailure(
        kind: .refused, problem: "the application's private key can't be used",
        fix: "check privateKey in the settings: the whole .pem file that Enable Banking gave")
    static let foreignKey = SourceFailure(
        kind: .refused, problem: "Enable Banking does not accept the application's signature (401)",
        fix: "check applicationId and privateKey in the settings, and this machine's clock")
    static let forbidden = SourceFailure(
        kind: .refused, problem: "Enable Banking does not let the application do this (403)",
        fix: "activate the application at enablebanking.com by linking your accounts")
    static let noAccounts = SourceFailure(
        kind: .refused, problem: "the consent covers no account",
        fix: "link your accounts to the application at enablebanking.com, then sign in again")
    static let wrongPeriod = SourceFailure(
        kind: .server, problem: "transactions: the bank does not reach back that far",
        fix: "nothing; fewer days are asked for")
    static let usedUp = SourceFailure(
        kind: .throttled, problem: "the bank allows no more reads for now",
        fix: "nothing; the rest is read when the bank allows it again")
    static let endlessPages = SourceFailure(
        kind: .malformed, problem: "transactions: the list of pages does not end",
        fix: "nothing if it passes; it is asked again at the next poll")
    static let weakBalance = SourceFailure(
        kind: .server, problem: "balances: the bank gives only an expected balance of an account",
        fix: "nothing; it is used as the booked balance")
    static let noBalances = SourceFailure(
        kind: .server, problem: "balances: the bank refuses those of an account",
        fix: "nothing; rules on transactions work, and if it stays so, those on balances do not")
    static let absentPerson = SourceFailure(
        kind: .refused,
        problem: "this bank wants the address or the position of a person who is present",
        fix: "saldovakt sends neither: download files in the bank and use a bank of type \"files\"")
    static let unclearStatus = SourceFailure(
        kind: .server, problem: "transactions: the bank does not say whether some rows are booked",
        fix: "nothing; they are kept as reserved")
    static let omittedRows = SourceFailure(
        kind: .malformed, problem: "transactions: rows without a date or in a foreign currency",
        fix: "nothing; they are left out")

    static func signInLost(_ source: String, _ reason: String) -> SourceFailure {
        SourceFailure(kind: .refused, problem: reason, fix: "saldovakt login \(source)")
    }

    static func unlisted(_ bank: String, near names: [String]) -> SourceFailure {
        let known = names.isEmpty ? "" : "; it knows \(names.joined(separator: ", "))"
        return SourceFailure(
            kind: .refused, problem: "Enable Banking lists no bank '\(bank)'\(known)",
            fix: "write the bank's name as it is listed under bank in the settings")
    }

    static func malformed(_ endpoint: EnableBankingEndpoint, _ what: String) -> BankError {
        .failed(
            SourceFailure(
                kind: .malformed, problem: "\(endpoint.words): \(what)",
                fix: "nothing if it passes; else check apiURL in the settings"))
    }
}

/// What the service answers in place of data: `{"code": 422, "message": "…", "error": "WRONG_…",
/// "detail": …}`.
struct EnableBankingErrorBody: Sendable {
    /// The error's code; `nil` for none, or for what is no word.
    private let word: String?
    /// Message and details in small letters: compared, never shown.
    private let texts: String

    init(_ body: [UInt8]) {
        let root = PositionedJSON(body, isStrict: true).root
        word = root?["error"]?.string.flatMap { AnswerRow.isWord($0) ? $0 : nil }
        texts = String(decoding: body.prefix(4_096), as: UTF8.self).lowercased()
    }

    func error(
        _ response: HTTPResponse, from endpoint: EnableBankingEndpoint, source: String,
        claimsPresence: Bool, at now: Date
    ) -> BankError {
        if claimsPresence, word == "PSU_HEADER_NOT_PROVIDED" {
            return .failed(EnableBankingProblems.absentPerson)
        }
        if let reason = word.flatMap({ Self.lostSignIns[$0] }) {
            return .signInRefused(EnableBankingProblems.signInLost(source, reason))
        }
        if word == "WRONG_TRANSACTIONS_PERIOD" || texts.contains("period_invalid") {
            return .failed(EnableBankingProblems.wrongPeriod)
        }
        if let (problem, fix) = word.flatMap({ Self.refusals[$0] }) {
            let fix = fix.isEmpty ? "saldovakt login \(source)" : fix
            return .failed(SourceFailure(kind: .refused, problem: problem, fix: fix))
        }
        switch response.status {
        case 401: return .signInRefused(EnableBankingProblems.foreignKey)
        case 403: return .failed(EnableBankingProblems.forbidden)
        case 429: return .throttled(retryAfter: response.retryAfter ?? pause(at: now))
        case 300...399: return EnableBankingProblems.malformed(endpoint, "the address has moved")
        default:
            let isTimeout = response.status == 408 || word == "ASPSP_TIMEOUT"
            let details = word.map { ", \($0)" } ?? ""
            return .failed(
                SourceFailure(
                    kind: isTimeout ? .timedOut : .server,
                    problem: "\(endpoint.words): the bank reported an error"
                        + " (\(response.status)\(details))",
                    fix: "nothing; it is asked again at the next poll"))
        }
    }

    /// Until the next day of Greenwich if the bank counts days, else an hour.
    private func pause(at now: Date) -> Duration {
        guard texts.contains("daily") || texts.contains("day") else { return .seconds(3_600) }
        let day = 86_400.0
        let midnight = (now.timeIntervalSince1970 / day).rounded(.down) * day + day
        return .milliseconds(Int(((midnight - now.timeIntervalSince1970) * 1_000).rounded(.up)))
    }

    /// The errors after which only a new sign-in helps; any other 401 is about the signature.
    private static let lostSignIns = [
        "EXPIRED_SESSION": "the bank's consent has expired",
        "REVOKED_SESSION": "the consent was revoked at the bank",
        "CLOSED_SESSION": "the consent was ended",
        "ASPSP_PSU_ACTION_REQUIRED": "the bank wants you to confirm the access again",
    ]

    private static let badCode = ("the bank's code is wrong, used or too old", "")
    /// Errors that a person can do something about; without a fix it is a new sign-in.
    private static let refusals = [
        "WRONG_AUTHORIZATION_CODE": badCode, "EXPIRED_AUTHORIZATION_CODE": badCode,
        "ALREADY_AUTHORIZED": badCode,
        "NO_ACCOUNTS_ADDED": (
            EnableBankingProblems.noAccounts.problem, EnableBankingProblems.noAccounts.fix
        ),
        "REDIRECT_URI_NOT_ALLOWED": (
            "the redirectURI is not registered with the application",
            "register it at enablebanking.com letter for letter, or change redirectURI"
        ),
        "PSU_HEADER_NOT_PROVIDED": (
            "this bank answers only if the person is said to be present",
            "set claimsPresence to true in the settings if you accept that, then sign in again"
        ),
    ]
}
