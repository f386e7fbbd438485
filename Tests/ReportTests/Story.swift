import Alerts
import Finance
import Foundation
import Rules
import TestSupport

@testable import Report

/// A household's autumn, invented: two accounts in kroner and one in euros.
struct Story {
    static let now = Make.instant("2026-11-23T06:00:00Z")
    static let firstDay = Make.day("2026-08-01")
    static let rules = [
        Make.rule("balance of 'Brukskonto' under 5000 NOK", id: "low"),
        Make.rule("available on 'Brukskonto' under 2000 NOK", id: "tight"),
        Make.rule("new debit over 10000", id: "big"),
    ]

    var input = ReportInput()
    /// What every text of the bank and of the person begins with.
    private let prefix: String

    init(accounts count: Int = 2, prefix: String = "") {
        self.prefix = prefix
        for number in 0..<count { addAccount("a\(number)", number) }
        input.facts.sources["sbanken"] = SourceFacts(
            id: "sbanken", lastSuccess: Self.now, lastAttempt: Self.now, scheduled: scheduled)
        input.facts.sources["eur"] = SourceFacts(
            id: "eur", lastSuccess: Make.instant("2026-11-20T06:00:00Z"),
            failingSince: Make.instant("2026-11-20T06:30:00Z"),
            failure: SourceFailure(kind: .unreachable, problem: prefix, fix: prefix),
            signInExpires: Make.instant("2027-01-20T12:00:00Z"))
        input.bankNames = ["sbanken": prefix + "Sbanken", "eur": prefix + "Eurobank"]
        input.limits = AccountLimit.found(
            in: Self.rules, input.facts, at: Self.now, zone: Make.oslo)
    }

    func contents(account: UUID? = nil, since day: CalendarDay = firstDay) -> ReportContents {
        ReportContents(input, account: account, since: day, at: Self.now, zone: Make.oslo)
    }

    func html(_ language: Language = .english, account: UUID? = nil) -> String {
        ReportPage(contents(account: account), language: language).html
    }

    private var scheduled: ScheduledItems {
        func item(_ amount: String, _ day: String, _ text: String?, _ kind: ScheduledItem.Kind)
            -> ScheduledItem
        {
            ScheduledItem(
                bankAccountID: "a0", id: day, amount: Make.money(amount), due: Make.day(day),
                text: text.map { prefix + $0 }, kind: kind)
        }
        return ScheduledItems(
            items: [
                item("-9500.00", "2026-12-01", "HUSLEIE", .standingOrder),
                item("-1249.00", "2026-11-27", "STRØM", .eInvoice),
                item("-300.00", "2026-12-05", nil, .payment),
            ], readAt: Self.now)
    }

    /// Every second account is the joint one; the third and so on are in euros.
    private mutating func addAccount(_ bankID: String, _ number: Int) {
        let source = number == 2 ? "eur" : "sbanken"
        let currency = Currency(code: number == 2 ? "EUR" : "NOK") ?? .nok
        let name = ["Brukskonto", "Felleskonto", "Urlaub"][min(number, 2)]
        let details = AccountDetails(
            displayName: prefix + (number > 2 ? "\(name) \(number)" : name),
            institutionName: source,
            currency: currency, accountNumber: AccountNumber("9999000000\(number % 10)"),
            bankAccountID: bankID)
        let records = Self.records(details.id, number, currency)
        let last = records.last?.currentBalance
        input.balances[details.id] = records
        input.facts.accounts[details.id] = AccountFacts(
            account: .asset(AssetAccount(details: details)),
            booked: last?.booked?.signedAmount, available: last?.available?.signedAmount,
            creditLimit: nil, freshAt: Self.now, completeAt: Self.now,
            firstSeen: Make.instant("2026-08-03T06:00:00Z"))
        addRows(bankID, source, currency)
        addAlerts(details)
    }

    /// A salary on the 12th, less every day; nobody reads for the first week of October.
    private static func records(_ account: UUID, _ number: Int, _ currency: Currency)
        -> [AccountBalance]
    {
        var records: [AccountBalance] = []
        var figure: Int64 = 14_000_00 + Int64(number) * 3_000_00
        for day in 0..<112 {
            let date = firstDay.adding(days: day + 2)
            figure -= Int64((day * 37 + number * 11) % 900) * 100 + 15_50
            if date.components.day == 12 { figure += 16_000_00 }
            if date.components.month == 10, date.components.day < 8 { continue }
            let at = date.instant(minutesAfterMidnight: 380, in: Make.oslo)
            let isBack = date.components.month == 10 && date.components.day == 8
            let read = isBack ? at.addingTimeInterval(-7 * 86_400) : at.addingTimeInterval(-300)
            func balance(_ units: Int64) throws -> Balance {
                try Balance(signed: Money(minorUnits: units, currency: currency), asOf: at)
            }
            guard let booked = try? balance(figure), let available = try? balance(figure - 700_00)
            else { continue }
            records.append(
                AccountBalance(
                    accountID: account,
                    currentBalance: .availableAndBooked(available: available, booked: booked),
                    day: date, previousRead: read))
        }
        return records
    }

    private mutating func addRows(_ bankID: String, _ source: String, _ currency: Currency) {
        func add(
            _ amount: String, _ day: String, _ text: String, _ type: TransactionType, _ mcc: String?
        ) {
            let row = TransactionObservation(
                bankAccountID: bankID, bankTransactionID: nil,
                amount: Make.money(amount, currency.code), status: .booked, date: Make.day(day),
                posted: Make.day(day), text: prefix + text,
                merchantCategoryCode: mcc.flatMap { MerchantCategoryCode($0) }, type: type)
            let account = AccountDetails.id(source: source, bankAccountID: bankID)
            input.transactions.append(
                Transaction(
                    id: StableHash(day, text, bankID).uuid, accountID: account, observed: row,
                    firstSeen: Self.now))
        }
        for month in ["08", "09", "10", "11"] {
            add("-129.00", "2026-\(month)-05", "STRØMMEFILM", .pointOfSale, "5815")
            add("-2410.50", "2026-\(month)-14", "KOLONIAL", .pointOfSale, "5411")
            add("-9500.00", "2026-\(month)-01", "HUSLEIE", .standingOrder, nil)
            add("31000.00", "2026-\(month)-12", "LØNN", .directDeposit, nil)
        }
        add("-890.00", "2026-10-20", "SKOHJØRNET", .pointOfSale, "5661")
        add("890.00", "2026-11-02", "SKOHJØRNET", .refund, "5661")
    }

    private mutating func addAlerts(_ details: AccountDetails) {
        let account = NotificationAccount(
            id: details.id.uuidString.lowercased(), name: details.displayName,
            number: "•••• •• •0001")
        func note(
            _ type: AlertNotification.Kind, _ kind: RuleKind, _ rule: String, _ instant: String,
            _ title: String
        ) -> AlertNotification {
            var data = NotificationData(
                rule: NotificationRule(id: prefix + rule, sentence: prefix), kind: kind,
                reason: .entered, title: prefix + title, body: "\(prefix)Balance, limit 5 000,00 kr"
            )
            data.account = account
            return AlertNotification(
                type: type, id: "ntc_\(details.bankAccountID)\(instant)\(type)",
                timestamp: Make.instant(instant), data: data)
        }
        let firing = note(
            .fired, .level, "low", "2026-11-20T05:20:00Z",
            "\(details.displayName) is low: 4 812,00 kr")
        input.notifications += [
            note(.fired, .level, "low", "2026-09-09T04:20:00Z", "low"), firing,
            note(.resolved, .level, "low", "2026-09-12T04:20:00Z", "back"),
            note(.fired, .event, "big", "2026-10-20T04:20:00Z", "−12 000,00 kr"),
        ]
        var state = AlertState(
            ruleID: prefix + "low", body: "b", subject: .account(details.id),
            since: firing.timestamp)
        state.life = .firing(AlertLife.Firing(notification: firing))
        input.firing.append(state)
    }
}
