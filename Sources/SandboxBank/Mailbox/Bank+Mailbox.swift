import Finance

extension Bank {
    /// Answers what is asked of the mailbox.
    mutating func mailbox(
        _ call: MailboxCall, _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        switch call {
        case .list(let folder): listed(in: folder, request, envelope)
        case .count(let folder): counted(in: folder, request, envelope)
        case .message(let folder, let id):
            request.method == "DELETE"
                ? deleted(id, in: folder, envelope) : read(id, in: folder, envelope)
        case .attachment(let folder, let message, let id):
            mailbox.message(message, in: folder)?.attachment(id).map(envelope.single)
                ?? envelope.notFound(shape: .single)
        case .readStatus(let folder, let id): marked(id, in: folder, request, envelope)
        case .move(.inbox, let id): archived(id, envelope)
        case .move(.archive, _):
            envelope.badRequest("This operation is not supported.", shape: .single)
        }
    }

    private func listed(
        in folder: MailboxCall.Folder, _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        let index = request.parameter("index").map { Int($0) } ?? 0
        let length = request.parameter("length").map { Int($0) } ?? 100
        guard let index, let length, index >= 0, length >= 1 else {
            return envelope.badRequest("Index or length is out of range.", shape: .list)
        }
        do {
            let found = try messages(in: folder, request)
            let rows = found.dropFirst(index).prefix(length).map { $0.json(withBody: false) }
            return envelope.list(rows, total: found.count)
        } catch {
            return envelope.badRequest(error.message, shape: .list)
        }
    }

    /// A bare number.
    private func counted(
        in folder: MailboxCall.Folder, _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        do {
            return envelope.single(.whole(try messages(in: folder, request).count))
        } catch {
            return envelope.badRequest(error.message, shape: .single)
        }
    }

    /// The messages that the filters let through; those that count as read can't be asked for.
    private func messages(
        in folder: MailboxCall.Folder, _ request: WireRequest
    ) throws(TransactionQuery.Refusal) -> [MailboxMessage] {
        let status = request.parameter("statusfilter") ?? ""
        guard ["", "null", "unread"].contains(status.lowercased()) else {
            throw TransactionQuery.Refusal(message: "The value is not valid for statusFilter.")
        }
        let days = try DayFilter(request)
        return mailbox.all(in: folder).filter { message in
            (status.lowercased() != "unread" || message.status == "Unread")
                && days.holds(message.day)
        }
    }

    private func read(
        _ id: String, in folder: MailboxCall.Folder, _ envelope: Envelope
    ) -> WireReply {
        mailbox.message(id, in: folder).map { envelope.single($0.json(withBody: true)) }
            ?? envelope.notFound(shape: .single)
    }

    private mutating func deleted(
        _ id: String, in folder: MailboxCall.Folder, _ envelope: Envelope
    ) -> WireReply {
        guard let message = mailbox.message(id, in: folder) else {
            return envelope.notFound(shape: .single)
        }
        mailbox.remove(message.id, in: folder)
        return envelope.done()
    }

    private mutating func marked(
        _ id: String, in folder: MailboxCall.Folder, _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        guard let message = mailbox.message(id, in: folder) else {
            return envelope.notFound(shape: .single)
        }
        let json = PositionedJSON(request.body, isStrict: true).root
        guard let status = json?["status"]?.string, ["Read", "Unread"].contains(status) else {
            return envelope.badRequest("The value is not valid for status.", shape: .single)
        }
        mailbox.mark(message.id, in: folder, as: status)
        return envelope.done()
    }

    /// Answers with the number that the message has from now on.
    private mutating func archived(_ id: String, _ envelope: Envelope) -> WireReply {
        guard let message = mailbox.message(id, in: .inbox) else {
            return envelope.notFound(shape: .single)
        }
        return envelope.single(.whole(mailbox.archive(message)))
    }
}
