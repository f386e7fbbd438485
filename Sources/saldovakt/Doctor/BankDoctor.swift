import Console
import Finance
import Foundation
import HTTP
import Settings
import Watch

/// Asks each bank once, as a poll does, and keeps nothing of the answer.
struct BankDoctor: Sendable {
    let configuration: Configuration

    func diagnoses() async -> [Diagnosis] {
        let transport = CurlTransport(options: .standard)
        defer { transport.close() }
        let settings = configuration.settings
        let factory = SourceFactory(
            resolver: configuration.resolver, transport: transport, clock: SystemClock(),
            zone: settings.timeZone)
        var found: [Diagnosis] = []
        for bank in settings.banks {
            guard let polled = try? factory.sources([bank], interval: nil).first else {
                found.append(
                    Diagnosis(
                        subject: "bank \(bank.id)", state: .hint,
                        text: "it was not asked, a secret can't be read",
                        fix: "see 'secrets' above"))
                continue
            }
            found += Self.diagnoses(of: await polled.source.fetch(FetchRequest()))
        }
        return found
    }

    /// What an answer says about the connection.
    static func diagnoses(of snapshot: Snapshot) -> [Diagnosis] {
        let subject = "bank \(snapshot.source)"
        switch snapshot.outcome {
        case .complete:
            return [
                .fine(
                    subject, "it answered with " + Strings.count(snapshot.accounts.count, "account")
                )
            ]
        case .partial:
            return snapshot.shortfalls.map {
                Diagnosis(subject: subject, state: .missing, text: $0.problem, fix: $0.fix)
            }
        case .throttled:
            return [
                Diagnosis(
                    subject: subject, state: .hint, text: "it answers, and asks to come later",
                    fix: "wait; use a longer interval if it stays so")
            ]
        case .failed(let failure):
            return [
                Diagnosis(
                    subject: subject, state: .missing, text: failure.problem, fix: failure.fix)
            ]
        }
    }
}
