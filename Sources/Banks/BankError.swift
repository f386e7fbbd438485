public import Finance
import Foundation
import HTTP

/// Why a request to a bank brought no usable answer.
public enum BankError: Error, Sendable, Hashable {
    case throttled(retryAfter: Duration?)
    /// The credentials or the token were refused, so that further requests are useless.
    case signInRefused(SourceFailure)
    /// The requested thing does not exist; the failure is the snapshot's if nothing else was read.
    case notFound(SourceFailure)
    case cancelled
    case failed(SourceFailure)

    /// The error of an exchange without a response; `fix` is for one that would fail again.
    init(_ error: TransportError, _ subject: String, fix: String) {
        let kind: SourceFailure.Kind
        switch error {
        case .cancelled:
            self = .cancelled
            return
        case .timedOut: kind = .timedOut
        case .bodyTooLarge, .headersTooLarge, .malformedResponse: kind = .malformed
        case .unreachable, .connectionLost, .tls, .untrustedCertificate, .refusedURL,
            .refusedHeader, .refusedMessage, .noPasswordLogin, .closed, .other:
            kind = .unreachable
        }
        self = .failed(
            SourceFailure(
                kind: kind, problem: "\(subject): \(error)",
                fix: error.isRetryable ? Self.nextPoll : fix))
    }

    var endsPoll: Bool {
        switch self {
        case .throttled, .signInRefused, .cancelled: true
        case .notFound, .failed: false
        }
    }

    /// Whether the bank can't be reached at the moment, so that further requests only cost time.
    var isOutage: Bool {
        guard case .failed(let failure) = self else { return false }
        return failure.kind == .unreachable || failure.kind == .timedOut
    }

    /// Whether accounts and transactions read in the same poll are still useful.
    ///
    /// A key may lack the scope for one list, which the bank answers with 401 or 403.
    var mayConcernOneList: Bool {
        switch self {
        case .signInRefused, .notFound, .failed: true
        case .throttled, .cancelled: false
        }
    }

    /// The outcome of a snapshot without usable data.
    public var outcome: SnapshotOutcome {
        switch self {
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .signInRefused(let failure), .notFound(let failure), .failed(let failure):
            .failed(failure)
        case .cancelled: .failed(.cancelled)
        }
    }
}

extension BankError {
    /// The snapshot of a poll without usable data.
    func snapshot(source: String, at instant: Date, signInExpires: Date? = nil) -> Snapshot {
        Snapshot(
            source: source, observedAt: instant, outcome: outcome, accounts: [], transactions: [],
            signInExpires: signInExpires)
    }

    /// The same error during a sign-in, which no poll repeats.
    func duringSignIn(fix: String) -> BankError {
        guard case .failed(let failure) = self, failure.fix == Self.nextPoll else { return self }
        return .failed(SourceFailure(kind: failure.kind, problem: failure.problem, fix: fix))
    }

    /// A sign-in that could not be read or stored.
    init(_ error: SignInStoreError) {
        self = .failed(SourceFailure(kind: .refused, problem: error.problem, fix: error.fix))
    }
}

extension SignInStore {
    func loaded() throws(BankError) -> SignInState? {
        do { return try load() } catch { throw BankError(error) }
    }

    /// Runs `body` on the state while no other process can change it.
    func locked(
        _ body: @Sendable () throws(SignInStoreError) -> Void
    ) async throws(BankError) {
        do throws(SignInStoreError) {
            try await exclusively { Result(catching: body) }.get()
        } catch {
            throw BankError(error)
        }
    }
}

extension SourceFailure {
    static let cancelled = SourceFailure(
        kind: .unreachable, problem: "the poll was cancelled", fix: "nothing; the next one follows")

    static func notSignedIn(at source: String) -> SourceFailure {
        SourceFailure(
            kind: .refused, problem: "nobody has signed in at bank \(source)",
            fix: "saldovakt login \(source)")
    }
}
