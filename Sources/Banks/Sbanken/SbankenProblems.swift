import Finance
import HTTP

/// Every sentence that this source says about failures; none holds anything of an answer's facts.
enum SbankenProblems {
    static let invalidClient = SourceFailure(
        kind: .refused, problem: "the token endpoint answered invalid_client",
        fix: """
            check the client secret: it is wrong (copy it exactly, special characters as they \
            are), or it has expired (the bank lets it live three months; order a new one), or it \
            is new and not yet active (wait some minutes)
            """)
    static let invalidScope = SourceFailure(
        kind: .refused, problem: "the token endpoint answered invalid_scope",
        fix: "tick the API's scope for this application in the bank's developer portal")
    static let tokenWithoutScope = SourceFailure(
        kind: .refused, problem: "a token was issued, but calls with it are refused (401)",
        fix: """
            tick the API's scope for this application in the developer portal and order a new \
            secret; with dialect v1, check customerId too
            """)
    static let notFound = SourceFailure(
        kind: .server, problem: "the bank has nothing at the address asked for (404)",
        fix: "check apiURL and dialect in the settings")

    /// The token endpoint refused for another reason; `code` is a word of the OAuth standard.
    static func tokenRefused(code: String?, status: Int) -> SourceFailure {
        SourceFailure(
            kind: .refused,
            problem: "the token endpoint answered \(code ?? "without a reason") (\(status))",
            fix: "check authURL, clientId and clientSecret in the settings")
    }

    static func forbidden(_ endpoint: SbankenEndpoint) -> SourceFailure {
        SourceFailure(
            kind: .refused, problem: "\(endpoint.words): the bank does not allow this (403)",
            fix: "tick the scope for it in the bank's developer portal")
    }

    /// The bank reported an error of its own; `details` is its kind and trace number, if any.
    static func server(_ endpoint: SbankenEndpoint, status: Int, details: String) -> SourceFailure {
        SourceFailure(
            kind: .server,
            problem: "\(endpoint.words): the bank reported an error (\(status)\(details))",
            fix: "nothing; it is asked again at the next poll")
    }

    static func malformed(_ endpoint: SbankenEndpoint, _ what: String) -> BankError {
        .failed(
            SourceFailure(
                kind: .malformed, problem: "\(endpoint.words): \(what)",
                fix: "nothing if it passes; else check apiURL, authURL and dialect in the settings")
        )
    }

    static func transport(_ endpoint: SbankenEndpoint, _ error: TransportError) -> BankError {
        BankError(
            error, endpoint.words,
            fix: "check apiURL and authURL in the settings, and this machine's connection")
    }
}
