import Finance
import Foundation

extension Bank {
    /// Answers requests under `/personal/banking`.
    mutating func spareBank1API(
        _ request: WireRequest, _ path: ArraySlice<String>, now: Date
    ) -> BankAnswer {
        answering { bank in
            if let refusal = bank.refusal(of: request, now: now) { return refusal }
            switch (request.method, Array(path)) {
            case ("GET", ["accounts"]): return bank.accounts(request)
            case ("GET", ["transactions"]): return bank.transactions(request)
            default: return Self.error("NOT_FOUND", status: 404)
            }
        }
    }

    private mutating func refusal(of request: WireRequest, now: Date) -> WireReply? {
        let failure = fault(failure: Self.error("INTERNAL_SERVER_ERROR", status: 500)) {
            Self.error("TOO_MANY_REQUESTS", status: 429).retryAfter($0)
        }
        if let failure { return failure }
        guard mayRead(request, now: now) else {
            return .text(401, "Unauthorized", type: "text/plain")
        }
        let accepted = request.header("accept")?.hasPrefix("application/vnd.sparebank1.v1+json")
        guard accepted == true else { return Self.error("NOT_ACCEPTABLE", status: 406) }
        let limit = switches.number(.hourlyCalls)
        spareBank1.calls = spareBank1.calls.filter { $0 > now.addingTimeInterval(-3_600) } + [now]
        guard limit > 0, spareBank1.calls.count > limit else { return nil }
        let refusal = Self.error("TOO_MANY_REQUESTS", status: 429)
        let pause = switches.number(.hourlyPause)
        return pause > 0 ? refusal.retryAfter(pause) : refusal
    }

    private static let cardFailure = "CREDIT_ACCOUNTS_FAILED"

    private static func error(_ code: String, status: Int) -> WireReply {
        .json(
            status,
            [
                "errors": [
                    ["code": .string(code), "message": .string(code), "httpCode": .whole(status)]
                ]
            ])
    }

    private func accounts(_ request: WireRequest) -> WireReply {
        let hasCards = switches.word(.listFailure) != "withoutCards"
        let wantsCards = request.parameter("includecreditcardaccounts") == "true"
        let listed = ledger.accounts.filter { wantsCards && hasCards || !$0.isCard }
        let rows = switches.isOn(.emptyAccounts) ? [] : listed.map(json)
        return .json(
            200, ["accounts": .array(rows), "errors": .texts(hasCards ? [] : [Self.cardFailure])])
    }

    private func json(_ account: SandboxAccount) -> JSONOutput {
        let figures: JSONOutput = [
            "key": .string(account.id), "accountNumber": .string(account.shownNumber),
            "name": .text(account.name), "description": .string(account.type),
            "balance": .bare(ledger.balance(of: account)),
            "availableBalance": .bare(ledger.available(of: account)),
            "currencyCode": .string(account.balance.currency.code),
            "type": account.isCard ? "CREDITCARD" : "USER",
            "creditCardCreditLimit": account.isCard ? .bare(account.creditLimit) : .null,
            "owner": [
                "name": "Kari Testesen", "ssnKey": .string(account.owner),
                "customerKey": .string(account.owner),
            ], "accountProperties": ["isBlocked": false, "isOwned": true, "hasAccess": true],
        ]
        return figures.withoutNulls
    }

    private mutating func transactions(_ request: WireRequest) -> WireReply {
        let keys = request.parameters.filter { $0.name == "accountkey" }.map(\.value)
        let wanted = ledger.accounts.filter { keys.contains($0.id) }
        guard !keys.isEmpty, wanted.count == keys.count else {
            return Self.error("INVALID_ACCOUNT_KEY", status: 400)
        }
        let from = request.parameter("fromdate").flatMap { CalendarDay(isoText: $0) }
        let last = request.parameter("todate").flatMap { CalendarDay(isoText: $0) }
        let start = from ?? day.adding(days: -30)
        let failure = switches.word(.listFailure)
        let found = ledger.listed(at: step).filter { row in
            guard let account = wanted.first(where: { $0.id == row.account }),
                row.accountingDate >= start, row.accountingDate <= last ?? row.accountingDate
            else { return false }
            return !(failure == Self.cardFailure && account.isCard)
                && !(failure == "RECENT_TRANSACTIONS_FAILED" && row.reservation != nil)
        }
        spareBank1.answers += 1
        let limit = request.parameter("rowlimit").flatMap { Int($0) } ?? 100
        return .json(
            200,
            [
                "transactions": .array(found.prefix(limit).map(json)),
                "errors": .texts(["off", "withoutCards"].contains(failure) ? [] : [failure]),
            ])
    }

    private func json(_ row: LedgerRow) -> JSONOutput {
        let isBooked = row.reservation == nil
        let isHistoric = isArchived(row)
        let kind = row.reservation?.kind.booked ?? row.kind
        let price = row.card?.price ?? row.amount.withoutSign
        let account = ledger.accounts.first { $0.id == row.account }
        let other = otherAccount(of: row)
        let confidential = switches.word(.confidentialRows)
        let names =
            confidential == "confidential"
            ? (confidential: "confidential", fromCurrencyAccount: "fromCurrencyAccount")
            : (confidential: "isConfidential", fromCurrencyAccount: "isFromCurrencyAccount")
        let sign: Int64 = row.amount.minorUnits < 0 ? -1 : 1
        let answer: JSONOutput = [
            // Different in each answer, so that nobody takes it for an identity.
            "id": .string("\(spareBank1.answers)x\(row.number)"),
            "nonUniqueId": .string(isBooked ? "7" + row.number.padded(to: 17) : Self.noNumber),
            "bookingStatus": isBooked ? "BOOKED" : "PENDING",
            "source": isHistoric ? "HISTORIC" : "RECENT", "canShowDetails": true,
            "date": .whole(OsloTime.midnight(of: row.accountingDate)),
            "interestDate": isBooked ? .whole(OsloTime.midnight(of: row.interestDate)) : .null,
            "amount": .bare(row.amount), "currencyCode": .string(price.currency.code),
            "currencyAmount": .bare(
                Money(minorUnits: sign * price.minorUnits, currency: price.currency)),
            "accountCurrency": .string(row.amount.currency.code),
            "accountKey": .string(row.account), "accountName": .text(account?.name),
            "typeCode": .string(kind == .ownTransfer ? "R_260" : "R_\(kind.code)"),
            "typeText": .string(kind.label), "description": .text(text(of: row, isHistoric)),
            "cleanedDescription": .text(row.card?.merchant.capitalized),
            "mcc": .text(row.card?.categoryCode),
            "merchant": row.card.map { ["name": .string($0.merchant.capitalized)] } ?? .null,
            "kidOrMessage": .text(row.detail?.cid),
            // Not known before the row is historic.
            "remoteAccountName": .text(isHistoric ? other?.name ?? row.detail?.receiverName : nil),
            "remoteAccountNumber": .text(isHistoric ? other?.number : nil),
            names.confidential: .bool(confidential != "off"), names.fromCurrencyAccount: false,
        ]
        return answer.withoutNulls
    }

    /// The owner's account at the other side of a transfer.
    private func otherAccount(of row: LedgerRow) -> SandboxAccount? {
        let other = ledger.listed(at: step).first {
            row.kind == .ownTransfer && $0.kind == .ownTransfer && $0.account != row.account
                && $0.accountingDate == row.accountingDate
                && $0.amount.withoutSign == row.amount.withoutSign
        }
        return ledger.accounts.first { $0.id == other?.account }
    }

    private static let noNumber = String(repeating: "0", count: 18)

    /// The merchant, with the day of purchase in front until the row is historic; `nil` is no field.
    private func text(of row: LedgerRow, _ isHistoric: Bool) -> String? {
        guard switches.word(.blankText) == "off", let card = row.card else {
            return switches.word(.blankText) == "null" ? nil : row.text
        }
        let day = card.purchaseDate?.resolved(on: row.accountingDate) ?? row.accountingDate
        return isHistoric ? card.merchant : "\(RowText.dayAndMonth(day)) \(card.merchant)"
    }
}

extension SandboxAccount {
    fileprivate var isCard: Bool { type.lowercased().contains("credit") }

    fileprivate var shownNumber: String { isCard ? "K" + number.suffix(10) : number }
}

extension SandboxHelp {
    /// The settings of a bank that is reached as SpareBank 1 is.
    static func spareBank1(_ origin: String, _ scenario: SandboxScenario) -> [String] {
        let credentials = scenario.credentials
        return [
            "Sandbox bank '\(scenario.name)' as SpareBank 1",
            #"  { "id": "sandbox", "type": "sparebank1","#,
            #"    "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"},"#,
            #"    "apiURL": "\#(origin)/personal/banking", "authURL": "\#(origin)/oauth" }"#,
            "  client id      \(credentials.clientId)",
            "  client secret  \(credentials.clientSecret.reveal())   (invented)",
        ]
    }
}
