import Finance
import Foundation
import HTTP
import TestSupport

@testable import Banks
@testable import Settings

/// A bank played from fixtures, with answers that a test may replace.
struct FakeBank: Sendable {
    /// What replaces an answer.
    typealias Answer = ScriptedTransport.Answer

    /// The poll's moment: the fixtures are those of 6 March 2026.
    let clock = ManualClock("2026-03-06T09:00:00Z")
    /// What the source talks to.
    let transport: ScriptedTransport
    /// Where and how the bank is reached.
    var configuration: SbankenConfiguration

    static let main = "FA4E0000000000000000000000000001"
    static let savings = "FA4E0000000000000000000000000002"
    static let card = "FA4E0000000000000000000000000003"

    /// Makes a bank; `replacements` answer for the addresses that contain their key.
    init(_ dialect: SbankenSettings.Dialect = .v2, replacing replacements: [String: Answer] = [:]) {
        configuration = Self.configuration(dialect)
        transport = ScriptedTransport { (request) throws(TransportError) in
            let keys = replacements.keys.sorted { $0.count > $1.count }
            for key in keys where request.url.contains(key) {
                if let answer = replacements[key] { return try await answer(request) }
            }
            return Self.answer(to: request.url, dialect)
        }
    }

    /// The source under test.
    func source() -> SbankenSource {
        SbankenSource(configuration: configuration, transport: transport, clock: clock)
    }

    /// One poll.
    func fetch(_ request: FetchRequest = FetchRequest()) async -> Snapshot {
        await source().fetch(request)
    }

    /// The addresses asked for, without host and version.
    var asked: [String] {
        transport.requests.map { request in
            request.url.split(separator: "/", maxSplits: 5, omittingEmptySubsequences: false)
                .last.map { "/" + $0 } ?? ""
        }
    }

    /// An answer that is always the same.
    static func always(_ response: HTTPResponse) -> Answer {
        { (_) throws(TransportError) in response }
    }

    /// An answer that never comes.
    static func fails(_ error: TransportError) -> Answer {
        { (_) throws(TransportError) in throw error }
    }

    static func configuration(_ dialect: SbankenSettings.Dialect) -> SbankenConfiguration {
        var configuration = SbankenConfiguration(
            clientID: Secret("klient-hemmelig"), clientSecret: Secret("passord+hemmelig/%"),
            customerID: Secret("kunde-hemmelig"))
        configuration.settings.dialect = dialect
        configuration.settings.apiURL = "https://bank.test/api/\(dialect.rawValue)/"
        configuration.settings.authURL = "https://bank.test/connect/api/token"
        return configuration
    }

    private static func answer(to url: String, _ dialect: SbankenSettings.Dialect) -> HTTPResponse {
        let folder = dialect == .v1 ? "v1/" : ""
        let name =
            switch url {
            case _ where url.hasSuffix("/token"): "token"
            case _ where url.hasSuffix("/Accounts"): folder + "accounts"
            case _ where url.contains("/Accounts/\(main)"): folder + "account"
            case _ where url.contains("/Transactions/\(main)"): folder + "transactions"
            case _ where url.contains("/Transactions/\(card)"): "transactions-creditcard"
            case _ where url.contains("/Payments/\(main)"): "payments"
            case _ where url.contains("/StandingOrders/\(main)"): "standingorders"
            case _ where url.contains("/Efaktura?"), _ where url.contains("/EFakturas?"):
                "efakturas"
            default: ""
            }
        if name.isEmpty { return .json(#"{"availableItems": 0, "items": []}"#) }
        return (try? Fixture.response(name)) ?? .json("no fixture \(name)", status: 500)
    }
}
