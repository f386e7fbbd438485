import Foundation
import Testing

@Suite("language of notifications")
struct LanguageTests {
    private static let sentence: KeyValuePairs = ["low": "balance of 'Lommepenger' under 100 NOK"]

    /// What is sent when the account falls to 80 kroner.
    private func notified(top: String = "", environment: [String: String] = [:]) async throws
        -> [String]
    {
        let stage = try await Stage()
        try stage.settle(top: top)
        try stage.rule(Self.sentence)
        try await stage.once(environment: environment)
        try await stage.hold("80.00")
        try await stage.once(environment: environment)
        return stage.receiver.entries.flatMap { [$0.body.data.title, $0.body.data.body] }
            .map { $0.replacing("\u{A0}", with: " ") }
    }

    private static let norwegian = [
        "Lav saldo på Lommepenger: 80,00 kr", "Saldo, grense 100,00 kr · regel low",
    ]

    @Test("is that of the settings, else that of the locale, else English")
    func languages() async throws {
        #expect(try await notified(top: #""language": "nb","#) == Self.norwegian)
        #expect(try await notified(environment: ["LANG": "nb_NO.UTF-8"]) == Self.norwegian)
        let english = ["Lommepenger is low: 80,00 kr", "Balance, limit 100,00 kr · rule low"]
        let other = ["LANG": "nb_NO.UTF-8", "LC_ALL": "en_GB.UTF-8"]
        #expect(try await notified(environment: other) == english)
        #expect(
            try await notified(top: #""language": "en","#, environment: ["LANG": "nb_NO"])
                == english)
    }
}
