import Finance
import HTTP

/// Every sentence that this source says about failures; none holds anything of an answer's facts.
struct SpareBank1Problems: Sendable {
    /// The source's name.
    let id: String

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

    var invalidClient: SourceFailure {
        SourceFailure(
            kind: .refused, problem: "the token endpoint answered invalid_client",
            fix: """
                check clientId and clientSecret: they are wrong, or the secret has expired; make a \
                new one at developer.sparebank1.no
                """)
    }

    /// A renewed token is refused as well.
    var unauthorized: SourceFailure {
        SourceFailure(
            kind: .refused, problem: "a token was issued, but calls with it are refused (401)",
            fix: "saldovakt login \(id)")
    }

    /// The token endpoint refused for another reason; `code` is a word of the OAuth standard.
    func tokenRefused(code: String?, status: Int) -> SourceFailure {
        SourceFailure(
            kind: .refused,
            problem: "the token endpoint answered \(code ?? "without a reason") (\(status))",
            fix: "check authURL, redirectURI, clientId and clientSecret in the settings")
    }

    /// What is left out of an answer with status 200; `code` is the bank's word for it.
    func missing(_ what: String, code: String?) -> BankError {
        .failed(
            SourceFailure(
                kind: .server,
                problem: "\(what): the bank left something out (\(code ?? "no code"))",
                fix: "nothing; it is asked again at the next poll"))
    }

    /// The list of a span that can't be made shorter is as long as the bank lets it be.
    var cutList: BankError {
        .failed(
            SourceFailure(
                kind: .malformed,
                problem: "transactions: there are more than the bank lists at once",
                fix: "nothing; what is there is used"))
    }

    /// An answer of the API with another status than 200.
    func status(_ response: HTTPResponse, _ what: String) -> BankError {
        let (kind, problem, fix): (SourceFailure.Kind, String, String) =
            switch response.status {
            case 403:
                (
                    .refused, "the bank does not allow this (403)",
                    "check what your personal client may read at developer.sparebank1.no"
                )
            case 300...399, 404, 406:
                (
                    .server,
                    "the bank does not have this in the form asked for (\(response.status))",
                    "check apiURL in the settings"
                )
            default:
                (
                    .server, "the bank reported an error (\(response.status))",
                    "nothing; it is asked again at the next poll"
                )
            }
        // The bank's hour, which it does not always name.
        if response.status == 429 {
            return .throttled(retryAfter: response.retryAfter ?? .seconds(3_600))
        }
        return .failed(SourceFailure(kind: kind, problem: "\(what): \(problem)", fix: fix))
    }

    func malformed(_ what: String) -> @Sendable (String) -> BankError {
        { problem in
            .failed(
                SourceFailure(
                    kind: .malformed, problem: "\(what): \(problem)",
                    fix: "nothing if it passes; else check apiURL and authURL in the settings"))
        }
    }

    func transport(_ what: String, _ error: TransportError) -> BankError {
        BankError(
            error, what,
            fix: "check apiURL and authURL in the settings, and this machine's connection")
    }
}
