import Finance
import Foundation
import HTTP

/// Provides access tokens.
protocol AccessTokens: Sendable {
    /// Returns a token that is valid now.
    ///
    /// - Parameter refused: a token that the bank refused, even if it has not expired.
    func token(insteadOf refused: Secret?) async throws(BankError) -> Secret
}

/// A bank's token endpoint (RFC 6749).
struct TokenEndpoint<Problems: BankProblems>: Sendable {
    /// The bank's answer to a grant request.
    struct Grant: Sendable {
        let token: Secret
        let received: Date
        let lifetime: TimeInterval
        /// The refresh token that replaces the one used; `nil` if that one stays valid.
        let refreshToken: String?

        var ends: Date { received.addingTimeInterval(lifetime) }
    }

    enum Outcome: Sendable {
        case granted(Grant)
        /// The endpoint's own error word, if it is one.
        case refused(word: String?, status: Int)
    }

    let api: BankAPI<Problems>
    let url: String
    let clock: any WallClock
    /// The value of the header `Authorization`.
    var authorization: Secret?
    /// The fields of every request beside the grant.
    var fields: [(name: String, value: Secret)] = []
    var contentType = "application/x-www-form-urlencoded"

    func ask(_ grant: [(name: String, value: String)]) async throws(BankError) -> Outcome {
        // The lifetime counts from before the request, so that a slow answer does not lengthen it.
        let instant = clock.now
        var headers = [
            HTTPHeader("Accept", "application/json"), HTTPHeader("Content-Type", contentType),
        ]
        if let authorization { headers.append(HTTPHeader("Authorization", authorization.reveal())) }
        let form = grant + fields.map { ($0.name, $0.value.reveal()) }
        var request = HTTPRequest(
            method: .post, url: url, headers: headers, body: URLText.form(form),
            maximumBodyBytes: 1 << 20)
        // Where refresh tokens rotate, an answer that is not waited for can cost the sign-in.
        request.timeout = .seconds(60)
        request.isSentOnce = true
        let response = try await api.send(request, "token")
        guard (400...403).contains(response.status) else {
            let answer = try await api.answer(in: response, to: "token")
            return .granted(try read(answer, at: instant))
        }
        let word = PositionedJSON(response.body, isStrict: true).root?["error"]?.string
        return .refused(
            word: word.flatMap { AnswerRow.isWord($0) ? $0 : nil }, status: response.status)
    }

    /// Reads the grant; names and birth dates, which some answers contain, are not read.
    private func read(_ answer: AnswerRow, at instant: Date) throws(BankError) -> Grant {
        let refresh = try answer.text("refresh_token")
        guard let access = try answer.text("access_token"), Self.isToken(access),
            refresh.map(Self.isToken) ?? true
        else { throw api.problems.malformed("token")("the answer holds no token") }
        return Grant(
            token: Secret(access), received: instant, lifetime: Self.lifetime(in: answer),
            refreshToken: refresh)
    }

    /// The lifetime of the access token, an hour if the answer does not say.
    ///
    /// The tokens in such an answer are good, and the one that asked for them may be used up.
    private static func lifetime(in answer: AnswerRow) -> TimeInterval {
        let written = answer.json["expires_in"].flatMap { $0.number ?? $0.string }
        let seconds = written.flatMap { Int($0) } ?? 0
        return (1...86_400_000).contains(seconds) ? TimeInterval(seconds) : 3_600
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

extension SourceFailure {
    /// A refusal without a more specific case; `word` is an error code of the OAuth standard.
    static func tokenRefused(_ word: String?, status: Int, fix: String) -> SourceFailure {
        SourceFailure(
            kind: .refused,
            problem: "the token endpoint answered \(word ?? "without a reason") (\(status))",
            fix: fix)
    }
}
