public import BankFiles

/// The settings of SpareBank 1's interface for one's own accounts.
public struct SpareBank1Settings: Sendable, Hashable {
    public var clientID: SecretReference
    public var clientSecret: SecretReference
    /// The bank of the alliance, such as `fid-smn`; without it the sign-in page asks.
    public var financialInstitution: String?
    /// The address to which the bank redirects the browser, as registered with the client.
    public var redirectURI = "http://localhost:8912/callback"
    /// The API's address, if it is not the bank's own.
    public var apiURL: String?
    /// The address of the sign-in, up to and with `/oauth`, if it is not the bank's own.
    public var authURL: String?
}

/// The settings of Enable Banking for the accounts at one bank.
public struct EnableBankingSettings: Sendable, Hashable {
    /// The application's id, which is the name of its key.
    public var applicationID: String
    /// The application's private key, as PEM.
    public var privateKey: SecretReference
    /// The bank's name as Enable Banking lists it: `DNB`.
    public var bank: String
    /// The bank's country, two letters.
    public var country = "NO"
    /// The address to which the browser is redirected, as registered with the application.
    public var redirectURI: String
    /// Whether each read claims that the person is present, which some banks require.
    public var claimsPresence = false
    /// The API's address, if it is not Enable Banking's own.
    public var apiURL: String?
}

/// The settings of a SimpleFIN server; its address comes with the sign-in.
public struct SimpleFINSettings: Sendable, Hashable {
    /// The access address, if it is stored elsewhere than in the sign-in.
    public var accessURL: SecretReference?
}

/// A folder of files that a person downloads from a bank.
public struct FilesSettings: Sendable, Hashable {
    /// The folder's path, absolute, from `~/`, or from the folder of the settings file.
    public var folder: String
    /// The form of the bank's lists, if it is not a known one.
    public var profile: CSVProfile?
    /// The account of files that do not name theirs.
    public var account = StatementAccount()
}
