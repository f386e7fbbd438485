public import BankFiles

/// How SpareBank 1's interface for one's own accounts is asked.
public struct SpareBank1Settings: Sendable, Hashable {
    public var clientID: SecretReference
    public var clientSecret: SecretReference
    /// The bank of the alliance, such as `fid-smn`; without it the sign-in page asks.
    public var financialInstitution: String?
    /// Where the bank sends the browser back to, as registered with the client.
    public var redirectURI = "http://localhost:8912/callback"
    /// The API's address, if it is not the bank's own.
    public var apiURL: String?
    /// The address of the sign-in, up to and with `/oauth`, if it is not the bank's own.
    public var authURL: String?
}

/// How Enable Banking is asked for the accounts at one bank.
public struct EnableBankingSettings: Sendable, Hashable {
    /// The application's id, which is the name of its key.
    public var applicationID: String
    /// The application's private key, as PEM.
    public var privateKey: SecretReference
    /// The bank's name as Enable Banking lists it: `DNB`.
    public var bank: String
    /// The bank's country, two letters.
    public var country = "NO"
    /// Where the browser is sent back to, as registered with the application.
    public var redirectURI: String
    /// Whether each read claims that the person is present, which some banks demand.
    public var claimsPresence = false
    /// The API's address, if it is not Enable Banking's own.
    public var apiURL: String?
}

/// How a SimpleFIN server is asked; its address comes with the sign-in.
public struct SimpleFINSettings: Sendable, Hashable {
    /// The access address, if it is kept elsewhere than in the sign-in.
    public var accessURL: SecretReference?
}

/// A folder of files that a person downloads from a bank.
public struct FilesSettings: Sendable, Hashable {
    /// The folder's path, absolute, from `~/`, or from the folder of the settings file.
    public var folder: String
    /// How the bank writes its lists, if it is none that is known.
    public var profile: CSVProfile?
    /// The account of files that do not name theirs.
    public var account = StatementAccount()
}
