import Finance
import Foundation

/// The accounts and rows of one answer, in version 1 or 2 of the protocol.
///
/// Version 2 names its errors by code and account; version 1 only has texts. An error of either
/// leaves the rows of the accounts that it concerns incomplete, and does not affect their figures.
struct SimpleFINAnswer: Sendable {
    private(set) var result = PollResult()
    /// Whether the server warns of too many requests.
    private(set) var isNearQuota = false

    private let problems: SimpleFINProblems
    private let window: SimpleFINWindow
    /// The ids of the accounts that were read before.
    private let known: Set<String>
    private let errors: [SimpleFINError]
    /// The names of connections by their ids, and in version 1 those of the banks.
    private let connections: [String: String]

    init(
        _ root: AnswerRow, _ problems: SimpleFINProblems, window: SimpleFINWindow,
        known: Set<String>
    ) throws(BankError) {
        self.problems = problems
        self.window = window
        self.known = known
        result.tolerances = .simpleFIN
        let errors = try SimpleFINError.all(root, problems)
        if let refusal = errors.first(where: { $0.code == "gen.auth" }) {
            throw problems.refused(refusal.words)
        }
        let accounts = try root.rows("accounts")
        let malformed = problems.malformed("accounts")
        guard !accounts.isEmpty else {
            if errors.contains(where: { $0.isAboutQuota(known: [:]) }) {
                throw SimpleFINSource.nearQuota
            }
            throw errors.first.map { SimpleFINProblems.reported($0.words) }
                ?? malformed("the list of accounts is empty")
        }
        connections = try Self.names(root, accounts)
        self.errors = errors.filter { [connections] in !$0.isAboutQuota(known: connections) }
        for error in errors { note(error) }
        try addAll(accounts, problems)
    }

    /// Adds every account that can be read; the others make the answer partial.
    private mutating func addAll(
        _ accounts: [AnswerRow], _ problems: SimpleFINProblems
    ) throws(BankError) {
        let ids = accounts.compactMap { $0.json["id"]?.string }
        guard Set(ids).count == ids.count else {
            throw problems.malformed("accounts")("an account is listed twice")
        }
        var unread: BankError?
        for (place, account) in accounts.enumerated() {
            do throws(BankError) { try add(account.asAccount(place + 1, problems)) } catch {
                result.lack(error)
                unread = unread ?? error
            }
        }
        if let unread, result.isEmpty { throw unread }
    }

    private mutating func note(_ error: SimpleFINError) {
        guard errors.contains(error) else {
            isNearQuota = true
            return result.remark(SimpleFINProblems.nearQuota(error.words))
        }
        result.lack(
            SimpleFINProblems.reported(
                error.words, fix: "nothing if it passes; else look at the connection there"))
    }

    private static func names(
        _ root: AnswerRow, _ accounts: [AnswerRow]
    ) throws(BankError) -> [String: String] {
        var names: [String: String] = [:]
        for connection in try root.rows("connections") {
            guard let id = try connection.words("conn_id") else { continue }
            names[id] = try connection.words("name")
        }
        // An account whose bank can't be read is reported where it is added.
        for account in accounts { if let bank = try? bank(of: account) { names[bank] = bank } }
        return names
    }

    /// The name of an account's bank in version 1.
    private static func bank(of account: AnswerRow) throws(BankError) -> String? {
        guard let bank = try account.row("org") else { return nil }
        let name = try bank.words("name")
        return name == nil ? try bank.words("domain") : name
    }

    private mutating func add(_ row: AnswerRow) throws(BankError) {
        let id = try row.required(try row.words("id"), "id")
        let name = try row.words("name") ?? id
        guard let currency = Currency(code: (try row.words("currency") ?? "").uppercased()) else {
            // A private currency, such as the points of a shop, has an address here.
            let shown = problems.shown(name)
            return known.contains(id)
                ? result.lack(SimpleFINProblems.lostCurrency(of: shown))
                : result.remark(SimpleFINProblems.privateCurrency(of: shown))
        }
        let named = try row.words("conn_id")
        let connection = try (named == nil ? Self.bank(of: row) : named) ?? ""
        var account = AccountObservation(
            details: AccountDetails(
                displayName: name, accountDescription: connections[connection],
                institutionName: problems.id, currency: currency, bankAccountID: id),
            // Nothing says what kind an account is. A name is no proof, and a negative balance may
            // be an overdraft: a kind derived from the balance would change with it.
            kind: .asset, booked: nil, available: nil)
        do throws(BankError) { try addFigures(row, to: &account) } catch { result.lack(error) }
        // A capped answer does not say from which day on it is complete.
        account.coveredFrom = errors.contains { $0.code == "gen.api" } ? nil : window.start
        account.isTransactionListComplete = !errors.contains {
            $0.concerns(id, connection, known: connections)
        }
        if account.isTransactionListComplete {
            do throws(BankError) { result.transactions += try rows(row, of: account) } catch {
                account.isTransactionListComplete = false
                result.lack(error)
            }
        }
        result.add(account)
    }

    /// Adds the figures, all or none: one that can't be read would make the others misleading.
    private mutating func addFigures(
        _ row: AnswerRow, to account: inout AccountObservation
    ) throws(BankError) {
        let currency = account.details.currency
        let booked = try row.required(try row.writtenAmount("balance", in: currency), "balance")
        let available = try row.writtenAmount("available-balance", in: currency)
        account.figuresAt = try row.seconds("balance-date")
        account.booked = booked
        account.available = available
        guard let date = account.figuresAt, CalendarDay(of: date, in: .gmt) < window.stale else {
            return
        }
        let name = problems.shown(account.details.displayName)
        result.remark(SimpleFINProblems.stale(name, since: date))
    }

    private func rows(
        _ account: AnswerRow, of known: AccountObservation
    ) throws(BankError) -> [TransactionObservation] {
        var rows: [TransactionObservation] = []
        var listed: Set<Listed> = []
        for transaction in try account.rows("transactions") {
            let row = try observation(transaction, of: known.id, in: known.details.currency)
            guard row.posted.map({ $0 >= window.start }) ?? true else { continue }
            // An id identifies one transaction, so the same one again is a repetition.
            if let id = try transaction.words("id"),
                !listed.insert(Listed(id: id, row: row)).inserted
            {
                continue
            }
            rows.append(row)
        }
        return rows
    }

    private struct Listed: Hashable {
        let id: String
        let row: TransactionObservation
    }

    /// Reads one row; a pending one gets another id when it is posted, so its id is not kept.
    private func observation(
        _ row: AnswerRow, of account: String, in currency: Currency
    ) throws(BankError) -> TransactionObservation {
        let amount = try row.required(try row.writtenAmount("amount", in: currency), "amount")
        let posted = try row.seconds("posted").map { CalendarDay(of: $0, in: .gmt) }
        let bought = try row.seconds("transacted_at").map { CalendarDay(of: $0, in: .gmt) }
        let isPending = try row.flag("pending") ?? false || posted == nil
        let day = bought ?? posted ?? window.today
        var found = TransactionObservation(
            bankAccountID: account, amount: amount, status: isPending ? .pending : .booked,
            date: isPending ? day : min(day, posted ?? day))
        found.isUndated = bought == nil && posted == nil
        let payee = try row.words("payee")
        found.text = try row.words("description") ?? payee
        if !isPending {
            found.posted = posted
            found.bankTransactionID = try row.words("id")
        }
        found.merchantCategoryCode = try row.words("mcc").flatMap { MerchantCategoryCode($0) }
        guard let category = found.merchantCategoryCode else {
            found.counterparty = payee.map { Counterparty(name: $0) }
            found.type = BankWording.type(text: found.text, isCredit: amount.minorUnits > 0)
            return found
        }
        // Only card purchases have a category; the payee of others is no merchant.
        found.merchantName = payee
        found.type = amount.minorUnits > 0 ? .refund : category.isCash ? .atm : .pointOfSale
        return found
    }
}

extension AnswerRow {
    /// The instant behind whole seconds since 1970; 0 stands for none.
    fileprivate func seconds(_ name: String) throws(BankError) -> Date? {
        try instant(name, perSecond: 1).flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
    }
}

/// An error that an answer reports beside its accounts.
struct SimpleFINError: Sendable, Hashable {
    /// `con.auth`, `act.failed`, …; empty in version 1.
    let code: String
    /// The server's text, which the protocol requires to be shown to the person.
    let words: String
    let account: String?
    let connection: String?

    /// The errors of version 2 if there are any, else the texts of version 1.
    static func all(
        _ root: AnswerRow, _ problems: SimpleFINProblems
    ) throws(BankError) -> [SimpleFINError] {
        let list = try root.rows("errlist")
        guard !list.isEmpty else {
            return try root.texts("errors").map {
                SimpleFINError(code: "", words: problems.shown($0), account: nil, connection: nil)
            }
        }
        var errors: [SimpleFINError] = []
        for row in list {
            let code = try row.words("code") ?? ""
            // Drafts of the protocol have the second name.
            let texts = [try row.words("msg"), try row.words("message"), code]
            errors.append(
                SimpleFINError(
                    code: code, words: problems.shown(texts.lazy.compactMap(\.self).first ?? ""),
                    account: try row.words("account_id"), connection: try row.words("conn_id")))
        }
        return errors
    }

    /// Whether it only warns of too many requests.
    ///
    /// Only its text shows that; texts about a cap on the listed rows mention limits too.
    func isAboutQuota(known: [String: String]) -> Bool {
        guard code.isEmpty || (code.hasPrefix("gen.") && code != "gen.api"), account == nil,
            connection == nil, !known.values.contains(where: { words.contains($0) })
        else { return false }
        let said = Set(words.lowercased().split { !$0.isLetter })
        return !said.isDisjoint(with: ["limit", "limits", "quota", "requests"])
            && said.isDisjoint(with: [
                "capped", "range", "days", "accounts", "transaction", "transactions", "rows",
            ])
    }

    /// Whether rows of an account may be missing because of it.
    ///
    /// - Parameter known: the names of all connections by their ids, which a text may contain.
    func concerns(_ account: String, _ connection: String, known: [String: String]) -> Bool {
        // The range was capped: the rows in it are complete.
        if code == "gen.api" { return false }
        if let own = self.account { return own == account }
        if let own = self.connection { return own == connection }
        let named = known.filter { words.contains($0.value) }
        return named.isEmpty || named[connection] != nil
    }
}
