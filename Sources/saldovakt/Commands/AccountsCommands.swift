import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Report
import Rules
import Store

/// `saldovakt accounts`: the accounts with their newest figures, from the store.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Shows your accounts and their newest figures.",
        discussion: "Reads what the last poll stored; it asks no bank.")

    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let facts = try await state.facts().currentFacts()
        let accounts = facts.listedAccounts
        let shared = facts.sharedAccounts
        if json {
            return Terminal.write(JSONOutput.array(accounts.map { Self.json($0, shared) }).text)
        }
        let (style, texts) = (MoneyStyle.norwegian, Configuration.tables)
        Table(
            [
                (texts(.account), .cuttable), (texts(.number), .dropped(4)),
                (texts(.available), .right), (texts(.balance), .dropped(5, isRight: true)),
                (texts(.credit), .dropped(3, isRight: true)), (texts(.bank), .dropped(2)),
                (texts(.updated), .dropped(1)),
            ],
            accounts.map { facts in
                [
                    facts.account.displayName, facts.account.accountNumber?.grouped ?? "",
                    style.optional(facts.available), style.optional(facts.booked),
                    facts.creditLimit.map { $0.minorUnits == 0 ? "" : style.text($0) } ?? "",
                    facts.account.institutionName, texts.when(facts.freshAt),
                ]
            }
        ).write(orSay: texts(.noAccountStored))
        for account in accounts.map(\.account) {
            guard let others = shared[account.id]?.joined(separator: ", ") else { continue }
            Terminal.write(
                "\(account.displayName) at \(account.institutionName) is read through \(others) too"
            )
        }
    }

    /// Amounts are decimal text, signed from the holder's side.
    private static func json(_ facts: AccountFacts, _ shared: [UUID: [String]]) -> JSONOutput {
        .object(
            facts.account.head + [
                ("currency", .string(facts.account.currency.code)),
                ("available", .text(facts.available?.decimalText)),
                ("booked", .text(facts.booked?.decimalText)),
                ("creditLimit", .text(facts.creditLimit?.decimalText)),
                ("freshAt", .instant(facts.freshAt)),
            ] + (shared[facts.account.id].map { [("otherSources", .texts($0))] } ?? []))
    }
}

extension Account {
    var head: [(String, JSONOutput)] {
        [
            ("id", .string(id.uuidString.lowercased())), ("name", .string(displayName)),
            ("number", .text(accountNumber?.masked)),
            ("kind", assetAccount != nil ? "asset" : "liability"),
            ("source", .string(institutionName)),
        ]
    }
}

/// `saldovakt cards`: the payment cards and their expiry dates, from the store.
struct CardsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "Shows your payment cards and when they expire.",
        discussion: """
            Reads what the last poll stored; it asks no bank. Cards are read once a day if the \
            settings of a bank of type sbanken say "cards": true; you are notified a month before \
            one expires.
            """)

    @OptionGroup var state: StateOptions

    @Flag(help: "Show deleted cards too, which banks go on listing.") var all = false

    @Flag(help: "Write one JSON array.") var json = false

    /// A card, its account if that is known, and the bank that lists it.
    private typealias Row = (card: PaymentCard, account: Account?, source: String)

    func run() async throws {
        let rows = try await rows().filter { all || $0.card.status != .deleted }
        if json { return Terminal.write(JSONOutput.array(rows.map(Self.json)).text) }
        let texts = Configuration.tables
        Table(
            [
                (texts(.card), .cuttable), (texts(.account), .cuttable), (texts(.status), .left),
                (texts(.lastDay), .left), (texts(.product), .dropped(1)),
                (texts(.bank), .dropped(2)),
            ],
            rows.map { card, account, source in
                [
                    card.label, account?.displayName ?? card.accountNumber?.grouped ?? "",
                    card.status.rawValue,
                    card.lastDay.map(texts.text) ?? "", card.product ?? "", source,
                ]
            }
        ).write(orSay: #"no card is stored: set "cards": true for the bank in the settings file"#)
    }

    private func rows() async throws -> [Row] {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let accounts = Dictionary(
            facts.accounts.values.compactMap { account in
                account.account.accountNumber.map { ($0, account.account) }
            }, uniquingKeysWith: { first, _ in first })
        var rows: [Row] = []
        for source in facts.sources.keys.sorted() {
            for card in try await store.paymentCards(of: source) {
                rows.append((card, card.accountNumber.flatMap { accounts[$0] }, source))
            }
        }
        return rows
    }

    private static func json(_ row: Row) -> JSONOutput {
        let card = row.card
        return [
            "id": .string(card.id), "number": .text(card.number), "scheme": .text(card.scheme),
            "product": .text(card.product), "status": .string(card.status.rawValue),
            "account": .text(row.account?.displayName),
            "accountId": .text(row.account?.id.uuidString.lowercased()),
            "accountNumber": .text(card.accountNumber?.masked),
            "lastDay": .text(card.lastDay?.description), "source": .string(row.source),
        ]
    }
}

/// `saldovakt balances`: balances over time, from the store.
struct BalancesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Shows how the balances of your accounts went.",
        discussion: """
            Reads what was stored; it asks no bank. A record is kept when a figure changed, \
            and one for each day. On a terminal each account has a chart over its newest records, with the limits of your rules \
            and the alerts about it; in a pipe there are only the records, all of them, newest first. \
            'saldovakt report' draws the same as a page.
            """)

    @OptionGroup var state: StateOptions

    @Option(
        help: "Only this account: its name, or the end of its number.",
        completion: OfferedNames.accounts.completion) var account: String?

    @Option(help: .value("day", "Only from this day on, such as 2026-03-01."))
    var since: CalendarDay?

    @OptionGroup var rules: RulesOptions
    @OptionGroup var rows: RowOptions

    /// An account, its records of the requested time, newest first, and the record that held at its
    /// start, if any.
    private typealias History = (
        account: Account, records: [AccountBalance], before: AccountBalance?
    )

    func run() async throws {
        let store = try state.alerts()
        let all = try await store.facts().listedAccounts.map(\.account)
        let zone = Configuration.zone
        let start = since?.instant(in: zone) ?? .distantPast
        let chosen = try account.map { [try AccountChoice.account($0, among: all)] } ?? all
        let balances = try await store.balances(since: start)
        let histories = chosen.map { Self.history(of: $0, from: start, in: balances) }
        switch rows.form {
        case .json: Terminal.write(Self.rows(histories).json)
        case .csv: Terminal.put(Self.rows(histories).csv)
        case .table where Terminal.isInteractive:
            let charts = try await charts(of: histories, in: store, zone: zone)
            for (number, history) in histories.enumerated() {
                if number > 0 { Terminal.write("") }
                Self.view(history, charts[number], zone: zone).forEach(Terminal.write)
            }
        case .table:
            Self.table(histories, zone: zone).lines(isAligned: false).forEach(Terminal.write)
        }
    }

    /// Splits the records of an account at the start.
    ///
    /// - Parameter balances: those of all accounts from the start on, oldest first, with the record
    ///   that held then.
    private static func history(
        of account: Account, from start: Date, in balances: [AccountBalance]
    ) -> History {
        let records = balances.filter { $0.accountID == account.id }
        let before = records.prefix { $0.currentBalance.asOfDate < start }
        return (account, records.dropFirst(before.count).reversed(), before.last)
    }

    /// The records for programs; amounts are decimal text, signed from the holder's side.
    private static func rows(_ histories: [History]) -> DataRows {
        DataRows(
            ["account", "accountId", "at", "booked", "available", "currency"],
            histories.flatMap { account, records, _ in
                records.map { record in
                    [
                        account.displayName, account.id.uuidString.lowercased(),
                        InstantText.text(record.currentBalance.asOfDate),
                        record.booked?.signedAmount.decimalText,
                        record.available?.signedAmount.decimalText, account.currency.code,
                    ]
                }
            })
    }

    private static func table(_ histories: [History], zone: TimeZone) -> Table {
        let (style, texts) = (MoneyStyle.norwegian, Configuration.tables)
        return Table(
            [
                (texts(.account), .left), (texts(.at), .left), (texts(.balance), .right),
                (texts(.available), .right),
            ],
            histories.flatMap { account, records, _ in
                records.map { record in
                    [
                        account.displayName,
                        InstantText.moment(record.currentBalance.asOfDate, in: zone),
                        style.optional(record.booked?.signedAmount),
                        style.optional(record.available?.signedAmount),
                    ]
                }
            })
    }

    /// A chart of each account, from the requested day or its first record on.
    private func charts(
        of histories: [History], in store: SQLiteAlertStore, zone: TimeZone
    ) async throws -> [BalanceChart] {
        let now = SystemClock().now
        let configuration = try Configuration(file: nil)
        let oldest = histories.compactMap(\.records.last?.day).min()
        let first = since ?? oldest ?? CalendarDay(of: now, in: zone)
        let input = try await ReportInput(
            store, configuration, rules.readable(by: configuration), from: first, at: now)
        let contents = ReportContents(input, since: first, at: now, zone: zone)
        return histories.map { history in
            let report = contents.accounts.first { $0.id == history.account.id }
            let start = since?.instant(in: zone) ?? history.records.last?.currentBalance.asOfDate
            return BalanceChart(
                report?.curve ?? .empty, limits: report?.limits ?? [], marks: report?.marks ?? [],
                currency: history.account.currency, from: start ?? now, to: now)
        }
    }

    /// The account for a person: its newest figure, its chart, the ten newest records.
    private static func view(
        _ history: History, _ chart: BalanceChart, zone: TimeZone
    ) -> [String] {
        let (account, records, before) = history
        // The booked figure, or the available one of a bank that gives no other.
        let newest = (records.first ?? before).flatMap { ($0.booked ?? $0.available)?.signedAmount }
        let name = SafeText.neutralised(account.displayName)
        return ["\(name)  \(MoneyStyle.norwegian.optional(newest))"]
            + chart.lines(
                columns: Terminal.size.columns, rows: 6, zone: zone,
                language: Configuration.usualLanguage) + [""]
            + table([(account, Array(records.prefix(10)), nil)], zone: zone).lines(isAligned: true)
    }
}

/// `saldovakt subscriptions`: lists recurring payments.
struct SubscriptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions", abstract: "Lists payments that come again and again.",
        discussion: """
            Recognised are like amounts at one merchant, on one account, at regular distance, three \
            times or more: every week, 2 weeks, month, quarter or year. Reads what was stored; it asks \
            no bank.
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try state.alerts()
        let facts = try await store.facts()
        let today = CalendarDay(of: SystemClock().now, in: Configuration.zone)
        // Three yearly payments lie within three years.
        let oldest = today.adding(months: -Subscription.monthsRead)
        let transactions = try await store.transactions(since: oldest)
        let found = Subscription.found(in: transactions, on: today)
        let names = facts.accounts.mapValues(\.account.displayName)
        switch rows.form {
        case .json: Terminal.write(Self.rows(found, names, today).json)
        case .csv: Terminal.put(Self.rows(found, names, today).csv)
        case .table:
            Self.table(found, names, today).write(orSay: Configuration.tables(.noSubscription))
        }
    }

    private static func rows(
        _ found: [Subscription], _ names: [UUID: String], _ today: CalendarDay
    ) -> DataRows {
        DataRows(
            [
                "merchant", "account", "accountId", "amount", "previous", "currency", "every",
                "count", "first", "last", "next", "state",
            ],
            found.map { found in
                [
                    found.merchant, names[found.accountID], found.accountID.uuidString.lowercased(),
                    found.last.transactionAmount.decimalText, found.previousAmount?.decimalText,
                    found.last.transactionAmount.currency.code, found.rhythm.rawValue,
                    "\(found.count)", found.first.description,
                    found.last.transactionDate.description, found.next.description,
                    found.isMissing(on: today) ? "missing" : "current",
                ]
            })
    }

    private static func table(
        _ found: [Subscription], _ names: [UUID: String], _ today: CalendarDay
    ) -> Table {
        let (style, texts) = (MoneyStyle.norwegian, Configuration.tables)
        return Table(
            [
                (texts(.merchant), .cuttable), (texts(.account), .dropped(3)),
                (texts(.amount), .right), (texts(.every), .dropped(2)), (texts(.last), .dropped(1)),
                (texts(.next), .left),
            ],
            found.map { found in
                [
                    SafeText.neutralised(found.merchant),
                    SafeText.neutralised(names[found.accountID] ?? ""),
                    style.text(found.last.transactionAmount), texts(.rhythm(found.rhythm)),
                    style.text(found.last.transactionDate),
                    found.isMissing(on: today) ? "missing" : style.text(found.next),
                ]
            })
    }
}
