public import Finance
public import Foundation
import HTTP

/// How a customer's own accounts at a bank of the SpareBank 1 alliance are reached: by a "personal
/// client", which the customer makes at developer.sparebank1.no.
///
/// Everything that this folder says of the bank is from its own tutorials and interface description,
/// and from public clients of 2023 to 2026.
public struct SpareBank1Configuration: Sendable {
    /// The source's name in the store and in messages.
    public let id: String
    public let clientID: Secret
    public let clientSecret: Secret
    /// The bank's days are those of Oslo; this zone stands in where that one is not installed.
    public let timeZone: TimeZone
    /// The bank of the alliance, such as `fid-smn`; without it the sign-in page asks.
    public var financialInstitution: String?
    public var redirectURI = ""
    /// The API's address up to `/personal/banking`; the bank's own if absent.
    public var apiURL: String?
    /// The address of the sign-in up to `/oauth`; the bank's own if absent.
    public var authURL: String?

    public init(id: String, clientID: Secret, clientSecret: Secret, timeZone: TimeZone) {
        self.id = id
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.timeZone = timeZone
    }

    var zone: TimeZone { TimeZone(identifier: "Europe/Oslo") ?? timeZone }

    func api(_ path: String) -> String {
        URLText.join(apiURL ?? "https://api.sparebank1.no/personal/banking", path)
    }

    func auth(_ path: String) -> String {
        URLText.join(authURL ?? "https://api.sparebank1.no/oauth", path)
    }
}
