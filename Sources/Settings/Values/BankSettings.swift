public import BankFiles
public import Finance

/// How one bank is reached.
public struct BankSettings: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case sbanken
        case sparebank1
        case enablebanking
        case simplefin
        case files
        case command
    }

    public enum Access: Sendable, Hashable {
        case sbanken(SbankenSettings)
        case spareBank1(SpareBank1Settings)
        case enableBanking(EnableBankingSettings)
        case simpleFIN(SimpleFINSettings)
        case files(FilesSettings)
        case command(BankCommandSettings)
    }

    /// The name of the source in the store and in messages.
    public var id: String
    public var access: Access
    /// The time between two polls, if it is not the program's default.
    public var interval: Duration?
    /// Other names for accounts, in the order of the file.
    public var accounts: [AccountSettings] = []
    /// Where the sign-in is stored, for a bank that has one.
    public var signInPlace = SignInPlace.file

    public init(id: String, access: Access) {
        self.id = id
        self.access = access
    }

    /// Its name in notifications.
    public var name: String {
        switch access {
        case .sbanken: "Sbanken"
        case .spareBank1: "SpareBank 1"
        case .enableBanking(let bank): bank.bank
        case .simpleFIN, .files, .command: id
        }
    }

    public var sbanken: SbankenSettings? {
        if case .sbanken(let sbanken) = access { sbanken } else { nil }
    }
}

extension BankSettings {
    /// The keys of addresses at which others could read secrets: `http`, and not on this machine.
    public var openAddresses: [String] {
        let addresses: KeyValuePairs<String, String?> =
            switch access {
            case .sbanken(let bank): ["apiURL": bank.apiURL, "authURL": bank.authURL]
            case .spareBank1(let bank):
                [
                    "redirectURI": bank.redirectURI, "apiURL": bank.apiURL,
                    "authURL": bank.authURL,
                ]
            case .enableBanking(let bank):
                ["redirectURI": bank.redirectURI, "apiURL": bank.apiURL]
            case .simpleFIN, .files, .command: [:]
            }
        return addresses.filter { _, address in
            address?.lowercased().hasPrefix("http://") == true && !WebAddress.isLocal(address)
        }.map(\.key)
    }
}

/// Where a sign-in is stored: in a file that only its user can read, or in the desktop's keyring.
public enum SignInPlace: String, Sendable, Hashable, CaseIterable {
    case file
    case keyring
}

/// How often a bank is asked.
public struct PollPace: Sendable {
    /// The default time between two polls.
    public let standard: Duration
    /// The shortest time between two polls that the bank's limits allow.
    public internal(set) var floor = Duration.zero
    /// Why it may not be shorter: `SpareBank 1 allows 60 calls an hour`.
    public internal(set) var reason = ""
    /// How long its answers may contain nothing new, if that is longer than the interval.
    public internal(set) var quiet: Duration?

    /// Whether the bank counts reads, so that a restart does not ask again before the next slot.
    public var isRationed: Bool { !reason.isEmpty }

    /// The floor as settings write it: `5 minutes`, `6 hours`.
    public var floorText: String {
        let minutes = Int(floor / .seconds(60))
        return minutes % 60 == 0 && minutes > 60 ? "\(minutes / 60) hours" : "\(minutes) minutes"
    }
}

extension BankSettings {
    /// How often it is polled; a stand-in on this machine at any pace.
    public var pace: PollPace {
        switch access {
        case .sbanken, .command: PollPace(standard: .seconds(300))
        // Reading a folder costs nothing, and a person adds files when there is time.
        case .files: PollPace(standard: .seconds(60), quiet: .seconds(12 * 86_400))
        case .spareBank1(let bank):
            PollPace(
                standard: .seconds(900),
                floor: WebAddress.isLocal(bank.apiURL) ? .zero : .seconds(300),
                reason: "SpareBank 1 allows 60 calls an hour")
        case .enableBanking(let bank):
            PollPace(
                standard: .seconds(21_600),
                floor: WebAddress.isLocal(bank.apiURL) ? .zero : .seconds(21_600),
                reason: "banks allow about four reads a day while the person is away")
        case .simpleFIN:
            PollPace(
                standard: .seconds(21_600), floor: .seconds(3_600),
                reason: "SimpleFIN allows 24 requests a day",
                // The server reads its banks about once a day.
                quiet: .seconds(86_400))
        }
    }
}

/// The settings of the Sbanken API.
public struct SbankenSettings: Sendable, Hashable {
    /// The two forms in which the API existed until 2024.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Answers in an envelope with error fields, the customer in a `customerId` header.
        case v1
        /// The last form of the API, the default: lists with `availableItems` and `items`, single
        /// objects bare, errors as problem details.
        case v2
    }

    public var clientID: SecretReference
    public var clientSecret: SecretReference
    /// The customer number, a national identity number; required for ``Dialect/v1``.
    public var customerID: SecretReference?
    public var dialect = Dialect.v2
    /// The API's address, if it is not the bank's own.
    public var apiURL: String?
    /// The token endpoint's address, if it is not the bank's own.
    public var authURL: String?
    /// The day the client secret was made, for a reminder before it expires.
    public var secretIssued: CalendarDay?
    /// The first day of the past that is requested, if it is before the usual window.
    public var historyFrom: CalendarDay?
    /// Whether each poll also reads the archive, for stable identifiers of booked rows.
    public var readsArchive = false
    public var readsCards = false

    public init(clientID: SecretReference, clientSecret: SecretReference) {
        self.clientID = clientID
        self.clientSecret = clientSecret
    }
}

/// The program that brings a bank's answers.
public struct BankCommandSettings: Sendable, Hashable {
    /// A variable of the program's environment, filled with a secret.
    public struct Variable: Sendable, Hashable {
        public let name: String
        public let value: SecretReference
    }

    public var program: CommandSettings
    /// The secrets in its environment beside what every program gets, in the order of the file.
    public var variables: [Variable] = []
}

/// A program of the person's own.
public struct CommandSettings: Sendable, Hashable {
    /// The program's absolute path, or one that begins with `~/`.
    public var program: String
    /// Its arguments, unchanged: no shell parses them.
    public var arguments: [String] = []
    /// How long it may run, if not the default.
    public var timeout: Duration?
}

/// Aliases by which rules may name an account.
public struct AccountSettings: Sendable, Hashable {
    public var name: String
    public var aliases: [String]
}

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
