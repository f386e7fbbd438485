public import Finance
import Foundation
public import HTTP

/// Signs in at a SimpleFIN server: exchanges a setup token, which works once, for the access address.
public struct SimpleFINClaim: Sendable {
    private let transport: any HTTPTransport
    private let store: any SignInStore

    /// - Parameter store: where the access address is stored for ``SimpleFINSource``.
    public init(transport: any HTTPTransport, store: any SignInStore) {
        self.transport = transport
        self.store = store
    }

    /// - Parameter setupToken: the token that the server's page shows: the claim address as base64.
    public func claim(setupToken: Secret) async throws(BankError) {
        let address = try Self.address(setupToken)
        let response: HTTPResponse
        do {
            response = try await transport.send(
                HTTPRequest(method: .post, url: address, body: [], maximumBodyBytes: 1 << 16))
        } catch {
            throw BankError(error, SimpleFINProblems.server, fix: SimpleFINProblems.silenceFix)
                .duringSignIn(
                    fix: "try again; if the setup token is used up by then, make a new one")
        }
        try Self.check(response)
        let access = String(decoding: response.body, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard SimpleFINAccess(Secret(access)) != nil else {
            throw Self.refusal(
                "the SimpleFIN server answered the setup token with no access address",
                fix: "make a new setup token, or check that the server speaks SimpleFIN")
        }
        do { try store.save(SignInState([SimpleFINAccess.part: access])) } catch {
            throw Self.refusal(
                error.problem, fix: "\(error.fix); the setup token is used up: make a new one")
        }
    }

    private static func address(_ token: Secret) throws(BankError) -> String {
        let text = token.reveal().filter { !$0.isWhitespace }
        if let data = Data(base64Encoded: text), let url = String(validating: data, as: UTF8.self),
            SimpleFINAccess.address(url) != nil
        {
            return url.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        throw refusal(
            "this is no setup token: it does not hold an https address",
            fix: "copy the whole token from the SimpleFIN server's page")
    }

    private static func check(_ response: HTTPResponse) throws(BankError) {
        switch response.status {
        case 200: return
        case 403:
            throw refusal(
                "this setup token was used before, or never was one: if you have not used it,"
                    + " somebody else may be reading your accounts",
                fix: "disable the token at the SimpleFIN server, then make a new one")
        case 429: throw .throttled(retryAfter: response.retryAfter)
        default:
            throw SimpleFINProblems.reported(
                "the SimpleFIN server refused the setup token (\(response.status))",
                fix: "try again later; if it stays so, make a new setup token")
        }
    }

    private static func refusal(_ what: String, fix: String) -> BankError {
        .signInRefused(SourceFailure(kind: .refused, problem: what, fix: fix))
    }
}
