public import Finance
public import Foundation

/// How a person's own accounts at one bank are reached through Enable Banking.
public struct EnableBankingConfiguration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    /// The application's id, which is also the name of its key.
    public let applicationID: String
    /// The application's private RSA key, as PEM.
    public let privateKey: Secret
    /// The bank's name as the service lists it: `DNB`.
    public let bank: String
    /// Where the browser is sent back to, letter for letter as registered with the application.
    public let redirectURI: String
    public let timeZone: TimeZone
    /// Two capital letters.
    public var country = "NO"
    /// Whether each read says that the person is present, which lifts the quota and which some banks
    /// demand.
    public var claimsPresence = false
    /// The service's address; its public one if absent.
    public var apiURL: String?

    public init(
        id: String, applicationID: String, privateKey: Secret, bank: String, redirectURI: String,
        timeZone: TimeZone
    ) {
        self.id = id
        self.applicationID = applicationID
        self.privateKey = privateKey
        self.bank = bank
        self.redirectURI = redirectURI
        self.timeZone = timeZone
    }

    var apiBase: String { apiURL ?? "https://api.enablebanking.com" }
}
