import Finance

extension Bank {
    /// Answers `GET /EFakturas`: those of a status, with a due date between two days, if given.
    func invoices(_ request: WireRequest, _ envelope: Envelope) -> WireReply {
        let status = request.parameter("status")?.uppercased() ?? "ALL"
        guard Self.statuses.contains(status) else {
            return envelope.badRequest("The value is not valid for status.", shape: .list)
        }
        do {
            let days = try DayFilter(request)
            let found = rows(of: .eFakturas, account: nil).filter { row in
                (status == "ALL" || row["status"]?.string == status) && days.holds(Self.due(row))
            }
            return paged(found.map(\.output), request, envelope)
        } catch {
            return envelope.badRequest(error.message, shape: .list)
        }
    }

    /// Answers `POST /EFakturas`: the invoice is processed, and a payment waits for its due date.
    mutating func payInvoice(_ request: WireRequest, _ envelope: Envelope) -> WireReply {
        guard let order = InvoiceOrder(request.body) else {
            return envelope.badRequest("The body is not valid.", shape: .single)
        }
        guard let place = place(ofInvoice: order.invoice) else {
            return envelope.notFound(shape: .single)
        }
        guard let account = try? ledger.account(named: order.account) else {
            return envelope.badRequest("The account is not valid.", shape: .single)
        }
        guard place.row["status"]?.string == "NEW" else {
            return envelope.badRequest("The eFaktura is already processed.", shape: .single)
        }
        payments += 1
        replace(
            place.list, place.number,
            with: place.row.output.replacing("status", with: .string("PROCESSED")))
        let payment = order.payment(of: place.row, number: payments)
        add(SandboxList(endpoint: .payments, account: account.id, rows: [payment.text]))
        return envelope.done()
    }

    private static let statuses = ["ALL", "NEW", "PROCESSED", "DELETED"]

    private static func due(_ row: JSONNode) -> CalendarDay? {
        (row["updatedDueDate"]?.string ?? row["originalDueDate"]?.string)
            .flatMap { CalendarDay(isoText: $0.prefix(10)) }
    }

    private func place(ofInvoice id: String) -> (list: Int, number: Int, row: JSONNode)? {
        for (list, rows) in lists.enumerated() where rows.endpoint == .eFakturas {
            for (number, text) in rows.rows.enumerated() {
                guard let row = PositionedJSON(Array(text.utf8)).root,
                    row["eFakturaId"]?.string?.lowercased() == id.lowercased()
                else { continue }
                return (list, number, row)
            }
        }
        return nil
    }
}

/// What a client orders with `POST /EFakturas`.
///
/// Source: the OpenAPI descriptions; names are matched as the bank's framework matches them, in any
/// letter case.
private struct InvoiceOrder {
    let invoice: String
    let account: String
    let paysMinimumOnly: Bool

    init?(_ body: [UInt8]) {
        guard case .object(let members)? = PositionedJSON(body, isStrict: true).root?.value else {
            return nil
        }
        let values = Dictionary(
            members.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { _, last in last })
        guard let invoice = values["efakturaid"]?.string,
            let account = values["accountid"]?.string,
            case .boolean(let minimum)? = values["payonlyminimumamount"]?.value
        else { return nil }
        (self.invoice, self.account, paysMinimumOnly) = (invoice, account, minimum)
    }

    /// The payment as the bank lists it while it waits; the words of status and types are invented.
    func payment(of invoice: JSONNode, number: Int) -> JSONOutput {
        func value(_ names: String...) -> JSONOutput {
            names.lazy.compactMap { invoice[$0] }.first { !$0.isNull }?.output ?? .null
        }
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 24 - digits.count))
        return .object([
            ("paymentId", .string("FAKEPAYE\(zeros)\(digits)")),
            ("recipientAccountNumber", value("creditAccountNumber")),
            (
                "amount",
                paysMinimumOnly ? value("minimumAmount") : value("updatedAmount", "originalAmount")
            ),
            ("dueDate", value("updatedDueDate", "originalDueDate")), ("kid", value("kid")),
            ("text", .null), ("isActive", .bool(true)), ("status", .string("ACTIVE")),
            ("allowedNewStatusTypes", .array([.string("Stopped")])), ("statusDetails", .null),
            ("productType", .string("EFAKTURA")), ("paymentType", .string("KID")),
            ("paymentNumber", .whole(100 + number)), ("beneficiaryName", value("issuerName")),
        ])
    }
}

extension JSONOutput {
    /// The text of the value.
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The object with another value of one member.
    fileprivate func replacing(_ name: String, with value: JSONOutput) -> JSONOutput {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.0 == name ? (name, value) : $0 })
    }
}
