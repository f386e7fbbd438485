public import Finance
public import Foundation

extension Make {
    /// The source that the builders use unless told otherwise.
    public static let source = "sbanken"

    /// The identifier of the account that the bank knows as `bankID`.
    public static func accountID(_ bankID: String = "a1", source: String = source) -> UUID {
        AccountDetails.id(source: source, bankAccountID: bankID)
    }

    /// Who an account is: `Make.details("a1", name: "Brukskonto")`.
    public static func details(
        _ bankID: String = "a1", name: String = "Brukskonto", source: String = source,
        currency: Currency = .nok, number: String? = "99990000001"
    ) -> AccountDetails {
        AccountDetails(
            displayName: name, institutionName: source, currency: currency,
            accountNumber: number.map { AccountNumber($0) }, bankAccountID: bankID)
    }

    /// An asset account with its figures as an answer shows it.
    public static func account(
        _ bankID: String = "a1", name: String = "Brukskonto", booked: String? = "1000.00",
        available: String? = nil, from covered: String? = nil, isListComplete: Bool = true,
        source: String = source, number: String? = "99990000001"
    ) -> AccountObservation {
        AccountObservation(
            details: details(bankID, name: name, source: source, number: number), kind: .asset,
            booked: booked.map { money($0) }, available: (available ?? booked).map { money($0) },
            coveredFrom: covered.map { day($0) }, isTransactionListComplete: isListComplete)
    }

    /// A credit card: owing 1,200 of a limit of 30,000 is `booked: "-1200.00"`.
    public static func card(
        _ bankID: String = "c1", name: String = "Kredittkort", booked: String? = "-1200.00",
        available: String? = "28800.00", limit: String? = "30000.00", from covered: String? = nil,
        source: String = source, number: String? = "99990000003"
    ) -> AccountObservation {
        AccountObservation(
            details: details(bankID, name: name, source: source, number: number),
            kind: .liability, booked: booked.map { money($0) },
            available: available.map { money($0) }, creditLimit: limit.map { money($0) },
            coveredFrom: covered.map { day($0) })
    }

    /// The stored facts of an account: those of ``account(_:name:booked:available:from:isListComplete:source:number:)``
    /// after one complete answer at `instant`.
    public static func accountFacts(
        _ observation: AccountObservation = account(), at instant: String = "2026-03-06T09:00:00Z"
    ) -> AccountFacts {
        let read = Make.instant(instant)
        return AccountFacts(
            account: observation.account, booked: observation.booked,
            available: observation.available, creditLimit: observation.creditLimit, freshAt: read,
            completeAt: observation.isTransactionListComplete ? read : nil, firstSeen: read)
    }
}
