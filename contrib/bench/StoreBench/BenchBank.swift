import Finance
import Foundation

/// An invented bank with ten accounts.
enum BenchBank {
    /// Its identifier.
    static let source = "bench"
    /// How many accounts it has.
    static let accounts = 10
    /// How many rows an account has on each day.
    static let rowsADay = 10
    /// The day of the newest rows.
    static let today = CalendarDay(dayNumber: 20_518)
    /// The instant of the first answer.
    static let now = Date(timeIntervalSince1970: 1_772_787_600)

    /// Who an account is.
    static func details(_ number: Int) -> AccountDetails {
        AccountDetails(
            displayName: "Account \(number)", institutionName: source, currency: .nok,
            accountNumber: AccountNumber("9999000000\(number)"), bankAccountID: "a\(number)")
    }

    /// An account as an answer shows it.
    static func account(
        _ number: Int, booked: Int64, from day: CalendarDay
    ) -> AccountObservation {
        let money = Money(minorUnits: booked, currency: .nok)
        return AccountObservation(
            details: details(number), kind: .asset, booked: money, available: money,
            coveredFrom: day, isTransactionListComplete: true)
    }

    /// A row of an answer.
    static func row(
        account: Int, _ number: Int, on day: CalendarDay
    ) -> TransactionObservation {
        TransactionObservation(
            bankAccountID: "a\(account)", bankTransactionID: nil,
            amount: Money(minorUnits: -Int64(100 + number % 90_000), currency: .nok),
            status: .booked, date: day, posted: day, text: "FJORDBY MARKED AS \(number)",
            merchantName: nil, merchantCategoryCode: nil, type: .pointOfSale, foreign: nil)
    }
}
