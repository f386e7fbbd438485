public import Finance

/// An account of the sandbox bank as a scenario describes it.
public struct SandboxAccount: Sendable, Equatable {
    /// 32 upper-case hex characters.
    public var id: String
    /// 11 digits.
    public var number: String
    /// The name the owner gave it; need not be unique.
    public var name: String?
    /// Free text such as `Standard account`.
    var type: String
    /// The booked balance when the scenario begins, after its history.
    public var balance: Money
    /// The credit limit; zero for plain accounts.
    var creditLimit = Money.zero(.nok)
    /// The invented customer number of the owner, 11 digits.
    var owner = SandboxCredentials.inventedCustomerId

    /// What people call it: the name, else the number.
    var label: String { name ?? number }
}

/// What a client must know to sign in.
public struct SandboxCredentials: Sendable, Equatable {
    /// A customer number that no person can have.
    static let inventedCustomerId = "00000000000"

    /// The client id ("applikasjonsnøkkel").
    public var clientId: String
    /// The client secret ("passord").
    public var clientSecret: Secret
    /// The customer number that the `customerId` header must carry in v1; invented, 11 digits.
    var customerId = Secret(SandboxCredentials.inventedCustomerId)

    /// The credentials of the built-in scenarios, with characters that need form-encoding.
    static let builtIn = SandboxCredentials(
        clientId: "fakeclient0000000000000000000000",
        clientSecret: Secret("sandbox+secret/100%"))
}

/// The rows of an endpoint that the sandbox serves as the scenario gives them.
public struct SandboxList: Sendable, Equatable {
    /// The endpoint that lists the rows.
    enum Endpoint: String, Sendable, Equatable, CaseIterable {
        /// `GET /Payments/{accountId}`: payments that wait for their day.
        case payments
        /// `GET /StandingOrders/{accountId}`.
        case standingOrders
        /// `GET /EFakturas` in v1, `GET /Efaktura` in v2.
        case eFakturas
        /// `GET /Cards`.
        case cards

        /// Whether the address names an account.
        var isPerAccount: Bool { self == .payments || self == .standingOrders }
    }

    /// The endpoint.
    let endpoint: Endpoint
    /// The account, as in ``SandboxAction``; `nil` for endpoints without one.
    let account: String?
    /// Each row as JSON text, sent on without change.
    let rows: [String]
}

/// Tells whether 11 digits could be the identity number of a person in Norway.
///
/// The digits are day, month, year, three of a serial number, and two check digits (weights
/// 3 7 6 1 8 9 4 5 2 and 5 4 3 2 7 6 5 4 3 2, modulo 11).
enum NationalIdentityNumber {
    /// Whether day, month and both check digits hold.
    static func isValid(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 11, digits.allSatisfy({ (0...9).contains($0) }) else { return false }
        // Some numbers of foreigners and test persons add 40 to the day, or 40 or 80 to the month.
        let day = (digits[0] * 10 + digits[1]) % 40
        let month = (digits[2] * 10 + digits[3]) % 40
        guard (1...31).contains(day), (1...12).contains(month) else { return false }
        return check([3, 7, 6, 1, 8, 9, 4, 5, 2], digits) == digits[9]
            && check([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], digits) == digits[10]
    }

    /// The check digit; 10 means that there is none.
    private static func check(_ weights: [Int], _ digits: [Int]) -> Int {
        let sum = zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 }
        return (11 - sum % 11) % 11
    }
}
