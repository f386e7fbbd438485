import Finance
import Foundation

extension Bank {
    /// Answers a request and logs it.
    ///
    /// - Parameters:
    ///   - number: the number it got when it first came, if it was held.
    ///   - now: the time, which only tokens depend on.
    mutating func receive(
        _ request: WireRequest, number: Int? = nil, now: Date
    ) -> (answer: BankAnswer, number: Int) {
        var record = SandboxRequest(
            number: number ?? log.nextNumber, request,
            authorization: authorization(of: request, now: now), day: day, step: step)
        let answer = answer(request, now: now)
        switch answer {
        case .reply(let reply), .breakOff(let reply): record.status = reply.status
        case .hold, .close: break
        }
        log.record(record)
        return (answer, record.number)
    }

    private mutating func answer(_ request: WireRequest, now: Date) -> BankAnswer {
        let segments = request.segments
        // Letter case and trailing slashes do not matter, except in identifiers.
        let path = segments.map { $0.lowercased() }
        switch path.first {
        case "sandbox": return .reply(control(request, path: Array(segments.dropFirst())))
        case "enablebanking": return enableBanking(request, Array(segments.dropFirst()), now: now)
        case "oauth", "personal": return spareBank1(request, path, now: now)
        case "simplefin": return simpleFIN(request, Array(path.dropFirst()), now: now)
        default:
            if path == ["identityserver", "connect", "token"] {
                return .reply(signIn(request, now: now))
            }
            guard let dialect = SandboxDialect(path) else { return .reply(.empty(404)) }
            return api(request, dialect, Array(path.dropFirst(3)), now: now)
        }
    }

    private func authorization(of request: WireRequest, now: Date) -> SandboxRequest.Authorization {
        if request.basicCredentials != nil { return .basic }
        guard let token = request.bearerToken else { return .none }
        return tokens.accepts(token, now: now) ? .bearer : .staleBearer
    }

    /// Whether a request has a valid token of a customer who lets the client read.
    func mayRead(_ request: WireRequest, now: Date) -> Bool {
        guard let token = request.bearerToken else { return false }
        return tokens.accepts(token, now: now) && !switches.isOn(.missingScope)
    }

    private mutating func api(
        _ request: WireRequest, _ dialect: SandboxDialect, _ path: [String], now: Date
    ) -> BankAnswer {
        answering { bank in
            let envelope = Envelope(dialect: dialect, traceId: bank.traceId)
            let fault = bank.fault(
                failure: envelope.failure(), tooMany: { envelope.tooMany(retryAfter: $0) })
            return fault ?? bank.refusal(of: request, envelope, now: now)
                ?? bank.resource(path, request, envelope)
        }
    }

    /// Answers an API call of any dialect, with the faults of the connection around it.
    mutating func answering(_ reply: (inout Bank) -> WireReply) -> BankAnswer {
        if switches.isOn(.hang) { return .hold }
        if switches.word(.cutConnection) == "before" { return .close }
        counters.calls += 1
        var reply = reply(&self)
        if switches.isOn(.brokenJSON) {
            reply.body = Array(reply.body.prefix(reply.body.count / 2))
        }
        return switches.word(.cutConnection) == "during" ? .breakOff(reply) : .reply(reply)
    }

    /// Counted rather than random, so that a story always gives the same answers.
    private var traceId: String { "00000000-0000-4000-8000-\(counters.calls.padded(to: 12))" }

    /// The answer of a failing service, in the form of a dialect; `nil` if it works.
    ///
    /// - Parameter tooMany: gets the seconds after which to come back.
    func fault(failure: @autoclosure () -> WireReply, tooMany: (Int) -> WireReply) -> WireReply? {
        let every = switches.number(.outageEvery)
        if switches.isOn(.outage) || (every > 0 && counters.calls % every == 0) { return failure() }
        if switches.isOn(.html) { return .maintenancePage }
        let pause = switches.number(.throttle)
        return pause > 0 ? tooMany(pause) : nil
    }

    private func refusal(of request: WireRequest, _ envelope: Envelope, now: Date) -> WireReply? {
        guard mayRead(request, now: now) else { return .unauthorized }
        if switches.isOn(.isError) { return envelope.failure(status: 200) }
        guard envelope.dialect == .v1 else { return nil }
        guard let customer = request.header("customerid") else {
            return envelope.badRequest("The customerId header is required.")
        }
        return customer == scenario.credentials.customerId.reveal() ? nil : .unauthorized
    }
}

extension WireReply {
    /// A missing or invalid token; the bank gives no further details.
    static let unauthorized = WireReply.empty(401, headers: [("WWW-Authenticate", "Bearer")])

    static let maintenancePage = WireReply.text(
        200,
        """
        <!DOCTYPE html>
        <html lang="no"><head><title>Vedlikehold</title></head>
        <body><h1>Vi oppgraderer banken</h1><p>Prøv igjen om litt.</p></body></html>

        """, type: "text/html; charset=utf-8")
}
