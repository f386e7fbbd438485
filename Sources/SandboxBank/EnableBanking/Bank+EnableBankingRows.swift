import Finance
import Foundation

extension Bank {
    func enableBankingAccount(_ account: SandboxAccount, uid: String) -> JSONOutput {
        let isCard = account.type.contains("Credit")
        let consent = switches.word(.ebConsent)
        let hasIBAN = ["newHash", "onlyHash"].contains(consent)
        let hashes = (hasIBAN ? ["iban"] : []) + (consent == "onlyHash" ? [] : ["bban"])
        let number: JSONOutput = [
            "identification": .string(account.number), "scheme_name": "BBAN", "issuer": nil,
        ]
        let members: JSONOutput = [
            "uid": .string(uid),
            "account_id": ["iban": .text(hasIBAN ? account.iban : nil), "other": number],
            "all_account_ids": .array([number]), "account_servicer": nil,
            "name": "Kari Testesen", "details": .text(account.name), "usage": "PRIV",
            "cash_account_type": isCard ? "CARD" : "CACC", "product": .string(account.type),
            "currency": .string(account.balance.currency.code), "psu_status": nil,
            "credit_limit": Self.money(account.creditLimit), "legal_age": nil,
            "identification_hash": .text(hashes.first.map { Self.hash(account, $0) }),
            "identification_hashes": .texts(hashes.map { Self.hash(account, $0) }),
        ]
        return bare(
            members,
            keeping: [
                "uid", "cash_account_type", "currency", "identification_hash",
                "identification_hashes",
            ])
    }

    /// The object, with nulls for optional members if the switch asks for that.
    private func bare(_ object: JSONOutput, keeping kept: Set<String>) -> JSONOutput {
        guard switches.word(.ebRows) == "bare", case .object(let members) = object else {
            return object
        }
        return .object(members.map { kept.contains($0.0) ? $0 : ($0.0, .null) })
    }

    /// The first part shows what was hashed, as at the real service.
    private static func hash(_ account: SandboxAccount, _ path: String) -> String {
        let paths = Data(#"["account.account_id.\#(path)", "account.currency"]"#.utf8)
        return paths.base64EncodedString() + "." + StableHash(account.id, path).hex
    }

    func enableBankingBalances(
        _ account: SandboxAccount
    ) throws(EnableBankingRefusal) -> JSONOutput {
        let booked = ("CLBD", ledger.balance(of: account))
        let available = ("ITAV", ledger.available(of: account))
        let balances: [(type: String, amount: Money)]
        switch switches.word(.ebBalances) {
        case "available": balances = [available]
        case "booked": balances = [booked]
        case "expected": balances = [("XPCD", booked.1)]
        case "many":
            let other = Money(minorUnits: 77_77, currency: booked.1.currency)
            balances =
                ["INFO", "VALU", "OTHR", "PRCD", "CLBD"].map { ($0, other) } + [booked, available]
        case "refused": throw Self.bankFault
        default: balances = [available, booked]
        }
        return [
            "balances": .array(
                balances.map { balance in
                    let isOld = balance != booked && balance.type == "CLBD"
                    return bare(
                        [
                            "name": "Balance", "balance_type": .string(balance.type),
                            "balance_amount": Self.money(balance.amount),
                            "last_change_date_time": nil,
                            "reference_date": .string(day.adding(days: isOld ? -1 : 0).description),
                            "last_committed_transaction": nil,
                        ], keeping: ["balance_type", "balance_amount"])
                })
        ]
    }

    func enableBankingRows(
        of account: SandboxAccount, _ request: WireRequest, sessionAge: TimeInterval
    ) throws(EnableBankingRefusal) -> JSONOutput {
        let text = request.parameter("date_from") ?? ""
        guard let start = CalendarDay(isoText: text) else {
            throw EnableBankingRefusal(status: 422, code: "WRONG_REQUEST_PARAMETERS")
        }
        let reach = switches.number(.ebPeriod)
        let isFresh = sessionAge < Double(switches.number(.ebHistory)) * 60
        guard isFresh || start.days(until: day) <= (reach == 0 ? 89 : reach) else {
            throw EnableBankingRefusal(
                status: 422, code: "WRONG_TRANSACTIONS_PERIOD",
                message: "Wrong transactions period requested")
        }
        let all = rows(of: account, from: start) + scheduled(of: account)
        return try page(of: all, account, start, key: request.parameter("continuation_key"))
    }

    /// The part of the rows that a key leads to.
    private func page(
        of rows: [JSONOutput], _ account: SandboxAccount, _ start: CalendarDay, key: String?
    ) throws(EnableBankingRefusal) -> JSONOutput {
        let mode = switches.word(.ebPages)
        var number = 0
        if let key {
            guard mode != "refusedKey", let (known, index) = Self.opened(key, account) else {
                throw EnableBankingRefusal(status: 422, code: "WRONG_CONTINUATION_KEY")
            }
            guard known == start.description else {
                throw EnableBankingRefusal(
                    status: 422, code: "WRONG_REQUEST_PARAMETERS",
                    message: "dateFrom in request is not the same as in continuationKey")
            }
            number = index
        }
        guard mode != "one" else { return ["transactions": .array(rows), "continuation_key": nil] }
        let isEmpty = mode == "emptyMiddle" && number == 1
        let offset = 2 * (mode == "emptyMiddle" && number > 1 ? number - 1 : number)
        let next = mode == "sameKey" ? 1 : number + 1
        let isLast = mode != "sameKey" && !isEmpty && offset + 2 >= rows.count
        return [
            "transactions": .array(isEmpty ? [] : Array(rows.dropFirst(offset).prefix(2))),
            "continuation_key": isLast ? nil : .string(Self.key(account, start, page: next)),
        ]
    }

    private static func key(_ account: SandboxAccount, _ start: CalendarDay, page: Int) -> String {
        let content = Data("\(start) \(page)".utf8).base64EncodedString()
        return "\(content).\(StableHash(content, account.id).hex)"
    }

    private static func opened(
        _ key: String, _ account: SandboxAccount
    ) -> (start: String, page: Int)? {
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count == 2, parts[1] == StableHash(parts[0], account.id).hex,
            let data = Data(base64Encoded: parts[0])
        else { return nil }
        let words = String(decoding: data, as: UTF8.self).split(separator: " ").map(String.init)
        return words.count == 2 ? Int(words[1]).map { (words[0], $0) } : nil
    }

    private func rows(of account: SandboxAccount, from start: CalendarDay) -> [JSONOutput] {
        let mode = switches.word(.ebRows)
        let rows = ledger.listed(at: step).filter { row in
            row.account == account.id && (row.accountingDate >= start || mode == "old")
        }
        let second = mode == "doubled" ? rows.first { $0.reservation == nil } : nil
        return rows.map { json($0) } + [second].compactMap(\.self).map { json($0, "CD") }
    }

    private func json(_ row: LedgerRow, _ series: String = "AB") -> JSONOutput {
        let mode = switches.word(.ebRows)
        let isBooked = row.reservation == nil
        let isDebit = row.amount.minorUnits < 0
        let amount = mode == "signed" ? row.amount : row.amount.withoutSign
        let purchase = row.card?.purchaseDate?.resolved(on: row.accountingDate)
        let isNameless = switches.word(.ebTexts) == "nameless" && !isBooked
        let isEnriched = switches.word(.ebTexts) == "enriched" && isBooked
        let payee = isDebit ? row.card?.merchant ?? row.detail?.receiverName : nil
        let name = isNameless ? nil : payee
        let text = row.text.map { isEnriched ? "Vare/tjeneste " + $0 : $0 }
        let members: JSONOutput = [
            "entry_reference": reference(of: row, series),
            "merchant_category_code": .text(row.card?.categoryCode),
            "transaction_amount": Self.money(amount),
            "credit_debit_indicator": .string(isDebit ? "DBIT" : "CRDT"),
            "status": .string(isBooked ? "BOOK" : "PDNG"),
            "creditor": name.map { ["name": .string($0), "postal_address": nil] } ?? .null,
            "creditor_account": nil, "debtor": nil, "debtor_account": nil,
            "bank_transaction_code": [
                "description": isNameless ? nil : .string(row.kind.label), "code": nil,
                "sub_code": nil,
            ], "booking_date": isBooked ? .string(row.accountingDate.description) : .null,
            "value_date": .string(row.interestDate.description),
            "transaction_date": .text((isBooked ? purchase : row.accountingDate)?.description),
            "remittance_information": isNameless ? .null : text.map { .texts([$0]) } ?? .null,
            "exchange_rate": Self.rate(row), "note": nil,
            "transaction_id": .string(UUID().uuidString.lowercased()),
        ]
        return bare(
            members,
            keeping: [
                "transaction_amount", "credit_debit_indicator", "status",
                isBooked ? "booking_date" : "transaction_date",
            ])
    }

    private func reference(of row: LedgerRow, _ series: String) -> JSONOutput {
        switch switches.word(.ebRows) {
        case "zero": "0"
        case "repeated": "20260304AB0000001"
        case "none": .null
        case "changing" where row.reservation != nil: .string("PD" + row.number.padded(to: 10))
        case let mode where row.reservation == nil:
            .string(series + (row.number + (mode == "renumbered" ? 1 : 0)).padded(to: 10))
        default: .null
        }
    }

    private static func rate(_ row: LedgerRow) -> JSONOutput {
        guard let card = row.card, let price = card.price, price.currency != row.amount.currency
        else { return .null }
        return [
            "unit_currency": .string(price.currency.code), "exchange_rate": .string(card.rate.text),
            "rate_type": "SPOT", "instructed_amount": money(price),
        ]
    }

    /// The scenario's waiting payments, which this interface lists among the rows.
    private func scheduled(of account: SandboxAccount) -> [JSONOutput] {
        let lists = scenario.lists.filter { list in
            list.endpoint == .payments
                && list.account.flatMap { try? ledger.account(named: $0) } == account
        }
        return lists.flatMap(\.rows).compactMap { row in
            guard row["isActive"]?.boolean == true, let amount = row["amount"]?.number,
                let due = row["dueDate"]?.string
            else { return nil }
            return [
                "status": "SCHD", "credit_debit_indicator": "DBIT",
                "transaction_amount": [
                    "currency": .string(account.balance.currency.code), "amount": .string(amount),
                ], "creditor": ["name": .text(row["beneficiaryName"]?.string)],
                "booking_date": .string(String(due.prefix(10))),
            ]
        }
    }

    private static func money(_ amount: Money) -> JSONOutput {
        [
            "currency": .string(amount.currency.code), "amount": .string(amount.decimalText),
        ]
    }
}
