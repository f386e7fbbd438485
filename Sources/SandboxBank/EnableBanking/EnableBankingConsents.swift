import Finance
import Foundation

/// The consents of persons through Enable Banking, and how often they were used.
struct EnableBankingConsents: Sendable {
    struct Consent: Sendable {
        let redirect: String
        let state: String
        let validUntil: Date
    }

    struct Session: Sendable {
        let openedAt: Date
        let validUntil: Date
        /// The ledger's accounts by their names in this session only.
        let accounts: [(uid: String, account: String)]
        var isClosed = false
    }

    /// Consents by the number that the bank's page has in its address, then by their code.
    private var begun: [String: Consent] = [:]
    private var codes: [String: Consent] = [:]
    private(set) var sessions: [String: Session] = [:]
    private var reads: [String: Int] = [:]

    mutating func begin(_ consent: Consent) -> String {
        let id = Self.newID()
        begun[id] = consent
        return id
    }

    /// The consent that a person gives or denies on the bank's page, once.
    mutating func decide(_ id: String) -> (consent: Consent, code: String)? {
        guard let consent = begun.removeValue(forKey: id) else { return nil }
        let code = Self.newID()
        codes[code] = consent
        return (consent, code)
    }

    /// Exchanges a code, which works once.
    mutating func open(
        code: String, accounts: [String], at now: Date
    ) -> (id: String, session: Session)? {
        guard let consent = codes.removeValue(forKey: code) else { return nil }
        let session = Session(
            openedAt: now, validUntil: consent.validUntil,
            accounts: accounts.map { (Self.newID(), $0) })
        let id = Self.newID()
        sessions[id] = session
        return (id, session)
    }

    mutating func close(_ id: String) -> Bool {
        guard sessions[id] != nil else { return false }
        sessions[id]?.isClosed = true
        return true
    }

    /// The session and the ledger's account for an account of the session.
    func account(uid: String) -> (session: Session, account: String)? {
        for session in sessions.values {
            if let found = session.accounts.first(where: { $0.uid == uid }) {
                return (session, found.account)
            }
        }
        return nil
    }

    /// Counts a read; returns how many there were today.
    mutating func count(_ what: String, of account: String, on day: CalendarDay) -> Int {
        reads["\(what) \(account) \(day)", default: 0] += 1
        return reads["\(what) \(account) \(day)"] ?? 0
    }

    private static func newID() -> String { UUID().uuidString.lowercased() }
}

/// An error as Enable Banking words it.
struct EnableBankingRefusal: Error {
    let status: Int
    let code: String
    var message = "Refused"
    var retryAfter: Int?

    var reply: WireReply {
        let reply = WireReply.json(
            status,
            [
                "code": .whole(status), "message": .string(message), "error": .string(code),
                "detail": nil,
            ])
        return retryAfter.map { reply.retryAfter($0) } ?? reply
    }
}
