import Finance
import HTTP

/// The texts of this source's failures.
struct SpareBank1Problems: BankProblems {
    /// The source's name.
    let id: String

    let nonsenseFix = "check apiURL and authURL in the settings"
    let silenceFix = "check apiURL and authURL in the settings, and this machine's connection"

    /// The refresh token is unknown to the bank: too old, used before, or its client was deleted.
    var signInLost: SourceFailure {
        SourceFailure(
            kind: .refused,
            problem: "the bank no longer accepts the sign-in of bank \(id) (invalid_grant)",
            fix: "saldovakt login \(id)")
    }

    var codeRefused: SourceFailure {
        SourceFailure(
            kind: .refused, problem: "the bank does not accept the code of this sign-in",
            fix: "saldovakt login \(id): a code works once, and for two minutes only")
    }

    /// Why the token endpoint gives no token, except for an unknown code or refresh token.
    func refused(_ word: String?, status: Int) -> SourceFailure {
        guard word == "invalid_client" else {
            return .tokenRefused(
                word, status: status,
                fix: "check authURL, redirectURI, clientId and clientSecret in the settings")
        }
        return SourceFailure(
            kind: .refused, problem: "the token endpoint answered invalid_client",
            fix: """
                check clientId and clientSecret: they are wrong, or the secret has expired; make a \
                new one at developer.sparebank1.no
                """)
    }

    /// Data that an answer with status 200 lacks; `code` is the bank's word for it.
    func missing(_ what: String, code: String?) -> BankError {
        .failed(
            SourceFailure(
                kind: .server,
                problem: "\(what): the bank left something out (\(code ?? "no code"))",
                fix: BankError.nextPoll))
    }

    /// The list of a span that can't be made shorter reaches the bank's limit.
    var cutList: BankError {
        .failed(
            SourceFailure(
                kind: .malformed,
                problem: "transactions: there are more than the bank lists at once",
                fix: "nothing; what is there is used"))
    }

    func error(in response: HTTPResponse, to what: String) -> BankError {
        let status = response.status
        switch status {
        case 401:
            return .signInRefused(
                SourceFailure(
                    kind: .refused,
                    problem: "a token was issued, but calls with it are refused (401)",
                    fix: "saldovakt login \(id)"))
        // The bank's pause of an hour, which it does not always give.
        case 429: return .throttled(retryAfter: response.retryAfter ?? .seconds(3_600))
        case 403:
            return .failed(
                SourceFailure(
                    kind: .refused, problem: "\(what): the bank does not allow this (403)",
                    fix: "check what your personal client may read at developer.sparebank1.no"))
        case 300...399, 404, 406:
            let problem = "the bank does not have this in the form asked for (\(status))"
            return .failed(
                SourceFailure(
                    kind: .server, problem: "\(what): \(problem)",
                    fix: "check apiURL in the settings"))
        default: return .failed(server(what, status: status))
        }
    }
}
