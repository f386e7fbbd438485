import Finance
import Foundation
import HTTP

/// The bank's token endpoint (RFC 6749, sections 4.1.3 and 6).
struct SpareBank1Tokens: Sendable {
    let configuration: SpareBank1Configuration
    let transport: any HTTPTransport
    let clock: any WallClock

    /// What the bank gave for a code or a refresh token.
    struct Grant: Sendable {
        let accessToken: String
        let accessEnds: Date
        /// What replaces the refresh token that was used; `nil` if that one stays good.
        let refreshToken: String?
    }

    /// Why there is no grant.
    enum Refusal: Error {
        /// The code or refresh token is not known, or no longer.
        case invalidGrant
        case other(BankError)
    }

    /// - Parameter fields: those of the grant; the client's own are added.
    func grant(_ fields: [(name: String, value: String)]) async throws(Refusal) -> Grant {
        // The life counts from before the question, so that a slow answer makes it no longer.
        let instant = clock.now
        let client = [
            ("client_id", configuration.clientID.reveal()),
            ("client_secret", configuration.clientSecret.reveal()),
        ]
        let response: HTTPResponse
        do {
            response = try await transport.send(
                HTTPRequest(
                    method: .post, url: configuration.auth("/token"),
                    headers: [
                        HTTPHeader("Accept", "application/json"),
                        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
                    ], body: URLText.form(fields + client), maximumBodyBytes: 1 << 20))
        } catch {
            throw .other(problems.transport("token", error))
        }
        guard response.status == 200 else { throw refusal(response) }
        do throws(BankError) { return try grant(in: response, at: instant) } catch {
            throw .other(error)
        }
    }

    private var problems: SpareBank1Problems { SpareBank1Problems(id: configuration.id) }

    /// `userinfo`, a name and a birth date in older answers, is not read.
    private func grant(
        in response: HTTPResponse, at instant: Date
    ) throws(BankError) -> Grant {
        let malformed = problems.malformed("token")
        let row = AnswerRow(
            try AnswerRow.object(in: response.body, malformed: malformed), malformed: malformed)
        let refresh = try row.text("refresh_token")
        guard let access = try row.text("access_token"), Self.isToken(access),
            refresh.map(Self.isToken) ?? true,
            let lifetime = try row.whole("expires_in"), (1...86_400_000).contains(lifetime)
        else { throw malformed("the answer holds no token") }
        return Grant(
            accessToken: access, accessEnds: instant.addingTimeInterval(TimeInterval(lifetime)),
            refreshToken: refresh)
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private func refusal(_ response: HTTPResponse) -> Refusal {
        guard (400...403).contains(response.status) else {
            return .other(problems.status(response, "token"))
        }
        let json = try? AnswerRow.object(in: response.body, malformed: problems.malformed("token"))
        switch json?["error"]?.string {
        case "invalid_grant": return .invalidGrant
        case "invalid_client": return .other(.signInRefused(problems.invalidClient))
        case let code:
            let word = code.flatMap { AnswerRow.isWord($0) ? $0 : nil }
            return .other(
                .signInRefused(problems.tokenRefused(code: word, status: response.status)))
        }
    }
}
