import Finance
import Foundation

/// How rows are written at the moment.
struct RowStyle: Sendable {
    /// Which of the flapping fields an answer carries.
    enum Cache: Sendable {
        case steady
        /// `transactionId` besides the usual fields.
        case miss
        /// Neither `transactionId` nor `source` nor `reservationType`.
        case hit
    }

    let switches: SwitchSet
    var cache = Cache.steady

    /// A row of the plain list, keys in the order of the bank.
    func statement(_ row: LedgerRow, amount: JSONOutput? = nil, isArchived: Bool) -> JSONOutput {
        let isBooked = row.reservation == nil
        var members: [(String, JSONOutput)] = []
        // Reservations have no number of their own and carried "0".
        if cache == .miss {
            members.append(("transactionId", .string(isBooked ? row.archiveId : "0")))
        }
        members += [
            ("accountingDate", date(row.accountingDate)), ("interestDate", date(row.interestDate)),
            ("otherAccountNumberSpecified", .bool(false)),
            ("amount", amount ?? .shortest(row.amount)), ("text", text(of: row)),
            ("transactionType", .string(row.kind.label)),
            ("transactionTypeCode", .whole(row.kind.code)),
            ("transactionTypeText", .string(isBooked ? row.kind.label : "")),
            ("isReservation", .bool(!isBooked)),
        ]
        if cache != .hit {
            members += [
                ("reservationType", .text(row.reservation?.kind.reservationType)),
                ("source", source(isArchived: isArchived)),
            ]
        }
        members.append(("cardDetailsSpecified", .bool(row.card != nil)))
        if let card = row.card { members.append(("cardDetails", details(of: card, in: row))) }
        members.append(("transactionDetailSpecified", .bool(row.detail != nil)))
        if let detail = row.detail {
            members.append(("transactionDetail", details(of: detail, in: row)))
        }
        return .object(members)
    }

    /// A row of the archive, which has a number and sends `source` as a number.
    func archived(_ row: LedgerRow, amount: JSONOutput? = nil) -> JSONOutput {
        var members: [(String, JSONOutput)] = [
            ("transactionId", .string(row.archiveId)), ("accountingDate", date(row.accountingDate)),
            ("interestDate", date(row.interestDate)), ("amount", amount ?? .shortest(row.amount)),
            ("text", text(of: row)), ("transactionType", .string(row.kind.label)),
            ("transactionTypeCode", .whole(row.kind.code)),
            ("transactionTypeText", .string(row.kind.label)), ("source", .whole(1)),
        ]
        if let card = row.card { members.append(("cardDetails", details(of: card, in: row))) }
        members.append(("cardDetailsSpecified", .bool(row.card != nil)))
        return .object(members)
    }

    private func text(of row: LedgerRow) -> JSONOutput {
        if let reservation = row.reservation {
            return switch switches.word(.reservationText) {
            case "hidden": .text(reservation.kind.usualText)
            case "cut": .text(row.text.map(Self.cut))
            default: .text(row.text)
            }
        }
        return switch switches.word(.blankText) {
        case "null": .null
        case "empty": .string("")
        case "Nettgiro": .string("Nettgiro")
        default: .text(row.text)
        }
    }

    /// The first 15 characters with ASCII letters in capitals, others in small letters.
    private static func cut(_ text: String) -> String {
        text.prefix(15).map { $0.isASCII ? $0.uppercased() : $0.lowercased() }.joined()
    }

    /// `2026-03-06T00:00:00`, with an offset if the switch wants one.
    private func date(_ day: CalendarDay) -> JSONOutput {
        .string("\(day)T00:00:00\(switches.isOn(.offsetDates) ? OsloTime.offset(on: day) : "")")
    }

    private func source(isArchived: Bool) -> JSONOutput {
        switches.isOn(.sourceAsNumber)
            ? .whole(isArchived ? 1 : 0) : .string(isArchived ? "Archive" : "AccountStatement")
    }

    private func details(of card: SandboxCard, in row: LedgerRow) -> JSONOutput {
        let price = card.price ?? row.amount.withoutSign
        let purchase = card.purchaseDate?.resolved(on: row.accountingDate) ?? row.accountingDate
        return [
            "cardNumber": .string(card.cardNumber), "currencyAmount": .shortest(price),
            "currencyRate": .shortest(card.rate),
            "merchantCategoryCode": .string(card.categoryCode),
            "merchantCategoryDescription": .string(card.category),
            "merchantCity": .string(card.city), "merchantName": .string(card.merchant),
            "originalCurrencyCode": .string(price.currency.code), "purchaseDate": date(purchase),
            "transactionId": .text(card.transactionId),
        ]
    }

    private func details(of detail: SandboxDetail, in row: LedgerRow) -> JSONOutput {
        [
            "formattedAccountNumber": .string(detail.formattedAccountNumber),
            "transactionId": .whole(900_000_000_000_000 + detail.reference),
            "cid": .string(detail.cid), "amountDescription": "",
            "receiverName": .string(detail.receiverName),
            "numericReference": .whole(900_000_000 + detail.reference),
            "payerName": .text(detail.payerName),
            "registrationDate": date(detail.registrationDate.resolved(on: row.accountingDate)),
        ]
    }
}

extension LedgerRow { fileprivate var archiveId: String { "99" + number.padded(to: 16) } }

/// The clock of the bank.
enum OsloTime {
    private static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

    static func day(of instant: Date) -> CalendarDay { CalendarDay(of: instant, in: zone) }

    /// The first instant of that day, in milliseconds since 1970.
    static func midnight(of day: CalendarDay) -> Int {
        Int(day.instant(in: zone).timeIntervalSince1970) * 1_000
    }

    /// `+02:00` if midnight at the start of that day is in summer time, else `+01:00`.
    static func offset(on day: CalendarDay) -> String {
        zone.secondsFromGMT(for: day.instant(in: zone)) == 7_200 ? "+02:00" : "+01:00"
    }
}

extension JSONOutput {
    /// An amount in the shortest form that keeps one decimal: `-49.0`, `-10.21`, `12043.21`.
    static func shortest(_ amount: Money) -> JSONOutput { shortest(amount.decimalText) }

    /// A rate in the shortest form that keeps one decimal: `10.625`, `1.0`.
    static func shortest(_ rate: SandboxRate) -> JSONOutput { shortest(rate.text) }

    private static func shortest(_ text: String) -> JSONOutput {
        let digits = withoutZeros(text)
        return .number(digits.contains(".") ? digits : digits + ".0")
    }

    /// An amount without zeros at its end, a whole one without decimals: `-150`, `4125.5`.
    static func bare(_ amount: Money) -> JSONOutput { .number(withoutZeros(amount.decimalText)) }

    private static func withoutZeros(_ text: String) -> String {
        guard text.contains(".") else { return text }
        let digits = text.prefix(through: text.lastIndex { $0 != "0" } ?? text.startIndex)
        return String(digits.last == "." ? digits.dropLast() : digits)
    }
}
