import Finance
import Foundation
import HTTP

/// The texts of this source's failures.
struct EnableBankingProblems: BankProblems {
    /// The source's name.
    let id: String
    /// Whether each read says that the person is present.
    var claimsPresence = false
    let clock: any WallClock

    let nonsenseFix = "check apiURL in the settings"
    let silenceFix = "check apiURL in the settings, and this machine's connection"

    static let unusableKey = SourceFailure(
        kind: .refused, problem: "the application's private key can't be used",
        fix: "check privateKey in the settings: the whole .pem file that Enable Banking gave, an"
            + " RSA key of 2048 bits or more")
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
    static let everyPeriod = SourceFailure(
        kind: .server, problem: "transactions: the bank refuses every period that is asked for",
        fix: "nothing if it passes; else download files in the bank and use a bank of type"
            + " \"files\"")
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

    /// A session that gives no access; `status` is the service's word for its state.
    static func signInLost(_ source: String, status: String) -> SourceFailure {
        let word = AnswerRow.isWord(status) ? status : "of another state"
        return signInLost(
            source,
            lostSignIns["\(status)_SESSION"] ?? "the bank's consent is not in force (\(word))")
    }

    static func unlisted(
        _ bank: String, in country: String, near names: [String]
    ) -> SourceFailure {
        let known = names.isEmpty ? "" : "; it knows \(names.joined(separator: ", "))"
        return SourceFailure(
            kind: .refused, problem: "Enable Banking lists no bank '\(bank)' in \(country)\(known)",
            fix: "write bank and country in the settings as they are listed at"
                + " enablebanking.com/open-banking-apis")
    }
}

extension EnableBankingProblems {
    /// Reads an error answer of the service.
    ///
    /// `{"code": 422, "message": "…", "error": "WRONG_…", "detail": …}`: message and details are
    /// compared, never shown.
    func error(in response: HTTPResponse, to what: String) -> BankError {
        let root = PositionedJSON(response.body, isStrict: true).root
        let word = root?["error"]?.string.flatMap { AnswerRow.isWord($0) ? $0 : nil }
        let texts = String(decoding: response.body.prefix(4_096), as: UTF8.self).lowercased()
        if let word, let error = error(named: word) { return error }
        if Self.refusesPeriod(response.status, root) { return .failed(Self.wrongPeriod) }
        switch response.status {
        case 401: return .signInRefused(signInLost(saidIn: root) ?? Self.foreignKey)
        case 403: return .failed(Self.forbidden)
        case 429: return .throttled(retryAfter: response.retryAfter ?? pause(saidIn: texts))
        case 300...399: return malformed(what)("the address has moved")
        case 400...499 where Self.refusesBalances(what, response.status, word):
            return .failed(Self.noBalances)
        default:
            var failure = server(
                what, status: response.status, details: word.map { ", \($0)" } ?? "")
            if response.status == 408 || word == "ASPSP_TIMEOUT" {
                failure = SourceFailure(kind: .timedOut, problem: failure.problem, fix: failure.fix)
            }
            return .failed(failure)
        }
    }

    /// Whether a bank says, in one of many wordings, that it does not go back that far.
    private static func refusesPeriod(_ status: Int, _ root: JSONNode?) -> Bool {
        guard status == 400 || status == 422 else { return false }
        return ["error", "message", "detail"].compactMap { root?[$0] }.flatMap(texts).contains {
            let text = $0.lowercased()
            return periodTexts.contains { text.contains($0) }
        }
    }

    /// Whether the bank does not give the balances of an account, as some never do.
    private static func refusesBalances(_ what: String, _ status: Int, _ word: String?) -> Bool {
        what == EnableBankingEndpoint.balances(uid: "").words && status != 408
            && word != "ASPSP_TIMEOUT"
    }

    private static let periodTexts = [
        "period_invalid", "wrong_transactions_period", "wrong transactions period",
        "out of the last 90-day",
    ]

    /// All texts in a part of an answer, however deep.
    private static func texts(in node: JSONNode) -> [String] {
        if let text = node.string { return [text] }
        let parts = node.elements ?? node.members?.map(\.value) ?? []
        return parts.flatMap(texts)
    }

    /// Only the message has to be there: one about the session is not about the signature.
    private func signInLost(saidIn root: JSONNode?) -> SourceFailure? {
        guard let message = root?["message"]?.string?.lowercased(), message.contains("session")
        else { return nil }
        let said = Self.lostSignIns.first { word, _ in
            word.hasSuffix("_SESSION") && message.contains(word.lowercased().dropLast(8))
        }
        return said.map { Self.signInLost(id, $0.value) }
    }

    private func error(named word: String) -> BankError? {
        if claimsPresence, word == "PSU_HEADER_NOT_PROVIDED" { return .failed(Self.absentPerson) }
        if let reason = Self.lostSignIns[word] {
            return .signInRefused(Self.signInLost(id, reason))
        }
        if word == "WRONG_TRANSACTIONS_PERIOD" { return .failed(Self.wrongPeriod) }
        return Self.refusals[word].map { problem, fix in
            let fix = fix.isEmpty ? "saldovakt login \(id)" : fix
            return .failed(SourceFailure(kind: .refused, problem: problem, fix: fix))
        }
    }

    /// Until the next day in UTC if the bank counts days, else an hour.
    private func pause(saidIn texts: String) -> Duration {
        guard texts.contains("day") || texts.contains("daily") else { return .seconds(3_600) }
        let now = clock.now
        let day = 86_400.0
        let midnight = (now.timeIntervalSince1970 / day).rounded(.down) * day + day
        return .milliseconds(Int(((midnight - now.timeIntervalSince1970) * 1_000).rounded(.up)))
    }

    /// The errors that only a new sign-in resolves; any other 401 is about the signature.
    private static let lostSignIns = [
        "EXPIRED_SESSION": "the bank's consent has expired",
        "REVOKED_SESSION": "the consent was revoked at the bank",
        "CLOSED_SESSION": "the consent was ended",
        "ASPSP_PSU_ACTION_REQUIRED": "the bank wants you to confirm the access again",
    ]

    private static let badCode = ("the bank's code is wrong, used or too old", "")
    /// Errors that a person can resolve; without a fix of its own, by a new sign-in.
    private static let refusals = [
        "WRONG_AUTHORIZATION_CODE": badCode, "EXPIRED_AUTHORIZATION_CODE": badCode,
        "ALREADY_AUTHORIZED": badCode, "NO_ACCOUNTS_ADDED": (noAccounts.problem, noAccounts.fix),
        "REDIRECT_URI_NOT_ALLOWED": (
            "the redirectURI is not registered with the application",
            "register it at enablebanking.com letter for letter, or change redirectURI"
        ),
        "UNAUTHORIZED_IP": (
            "Enable Banking does not accept this machine's address (UNAUTHORIZED_IP)",
            "allow this machine's address in the application's settings at enablebanking.com"
        ),
        "PSU_HEADER_NOT_PROVIDED": (
            "this bank answers only if the person is said to be present",
            "set claimsPresence to true in the settings if you accept that, then sign in again"
        ),
    ]
}
