import Finance

extension Bank {
    /// Answers `GET /Payments/{accountId}/{paymentId}` and `GET /EFakturas/{eFakturaId}`.
    func entry(
        _ id: String, in endpoint: SandboxList.Endpoint, of account: String?, _ envelope: Envelope
    ) -> WireReply {
        let key = endpoint == .payments ? "paymentId" : "eFakturaId"
        let row = rows(of: endpoint, account: account).first { row in
            row[key]?.string?.lowercased() == id.lowercased()
        }
        return row.map { envelope.single($0.output) } ?? envelope.notFound(shape: .single)
    }

    /// Answers `GET /EFakturas/new`, whose rows lack what an invoice gets later.
    func newInvoices(_ request: WireRequest, _ envelope: Envelope) -> WireReply {
        let later = ["updatedDueDate", "updatedAmount", "creditAccountNumber"]
        let new = rows(of: .eFakturas, account: nil).filter { $0["status"]?.string == "NEW" }
        let json = new.map { row -> JSONOutput in
            guard case .object(let members) = row.output else { return row.output }
            return .object(members.filter { !later.contains($0.0) })
        }
        return paged(json, request, envelope)
    }

    /// Answers `GET /Customers`: the scenario's row, or one made of its credentials.
    func customer(_ envelope: Envelope) -> WireReply {
        if let given = rows(of: .customers, account: nil).first {
            return envelope.single(given.output)
        }
        let id = scenario.credentials.customerId.reveal()
        return envelope.single(
            .object([
                ("customerId", .string(id)), ("firstName", .string("Kari")),
                ("lastName", .string("Testesen")), ("emailAddress", .null),
                ("dateOfBirth", .null), ("postalAddress", .null), ("streetAddress", .null),
                ("phoneNumbers", .array([])),
            ]))
    }

    /// Answers `POST /Transfers`: own accounts, at least one krone, a message of 1 to 30 letters.
    mutating func transfer(_ request: WireRequest, _ envelope: Envelope) -> WireReply {
        let json = PositionedJSON(request.body, isStrict: true).root
        guard let from = json?["fromAccountId"]?.string, let to = json?["toAccountId"]?.string,
            let digits = json?["amount"]?.number,
            let amount = try? Money(parsing: digits, currency: .nok),
            let message = json?["message"]?.string
        else { return refused("The body is not valid.", envelope) }
        guard amount.minorUnits >= 100 else {
            return refused("Amount must be greater than or equal to 1.00.", envelope)
        }
        guard Self.isMessage(message) else {
            return refused("Message must be 1 to 30 allowed characters.", envelope)
        }
        do {
            try perform(
                .transfer(
                    SandboxTransfer(from: from, to: to, amount: amount, text: .exactly(message))))
        } catch {
            return refused("The accounts are not valid.", envelope)
        }
        return envelope.done()
    }

    private func refused(_ message: String, _ envelope: Envelope) -> WireReply {
        envelope.badRequest(message, shape: .single)
    }

    private static func isMessage(_ text: String) -> Bool {
        (1...30).contains(text.count)
            && text.allSatisfy { $0.isLetter || $0.isNumber || " ,;.:!-/()?".contains($0) }
    }
}
