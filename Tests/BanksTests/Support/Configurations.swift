import Finance
import Foundation
import TestSupport

@testable import Banks
@testable import Settings

extension SbankenConfiguration {
    /// A customer with these secrets and no other settings.
    init(clientID: Secret, clientSecret: Secret, customerID: Secret? = nil) {
        let settings = SbankenSettings(clientID: .unread, clientSecret: .unread)
        self.init(
            id: "sbanken", settings: settings, clientID: clientID, clientSecret: clientSecret,
            customerID: customerID, timeZone: Make.oslo)
    }
}

extension SpareBank1Configuration {
    /// A personal client with these secrets and no other settings.
    init(
        id: String = "sb1", clientID: Secret, clientSecret: Secret, timeZone: TimeZone = Make.oslo
    ) {
        let settings = SpareBank1Settings(clientID: .unread, clientSecret: .unread)
        self.init(
            id: id, settings: settings, clientID: clientID, clientSecret: clientSecret,
            timeZone: timeZone)
    }
}

extension EnableBankingConfiguration {
    /// An application at DNB.
    init(applicationID: String, privateKey: Secret, redirectURI: String) {
        let settings = EnableBankingSettings(
            applicationID: applicationID, privateKey: .unread, bank: "DNB",
            redirectURI: redirectURI)
        self.init(id: "dnb", settings: settings, privateKey: privateKey, timeZone: Make.oslo)
    }
}

extension SecretReference {
    /// The place of a secret that a test gives itself.
    fileprivate static let unread = SecretReference(.environment("UNREAD"))
}
