public import Finance
public import Foundation
import Rules

extension Deliberation {
    /// Does what a person asked for; what no longer applies does nothing.
    mutating func obey(_ instruction: Instruction) {
        switch instruction.order {
        case .addSilence(let silence):
            guard self.silence(silence.id) == nil else { return }
            keep(silence)
        case .endSilence(let id):
            guard let silence = silence(id), silence.endedAt == nil else { return }
            end(silence)
        case .acknowledge(let reference):
            for var alert in reference.matches(in: ledger) {
                alert.updateFiring { $0.tending = .acknowledged(instruction.at) }
                keep(alert)
            }
        case .snooze(let reference, let until):
            for var alert in reference.matches(in: ledger) where until > now {
                alert.updateFiring { $0.tending = .snoozed(until: until) }
                keep(alert)
            }
        case .retry(let noticeID):
            retried.append(noticeID)
        }
    }
}

extension AlertEngine {
    /// Decides what instructions of a person mean, in the order in which they were given.
    public func obey(
        _ instructions: [Instruction], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var current = ledger
        var whole = AlertDecision()
        for instruction in instructions {
            var deliberation = Deliberation(
                engine: self, facts: facts, ledger: current, now: now)
            deliberation.obey(instruction)
            deliberation.tellFirstLook()
            current.apply(deliberation.decision.change)
            whole.append(deliberation.decision)
        }
        return whole
    }

    /// Decides what reports about the program's own state mean.
    public func take(
        _ reports: [TroubleReport], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var deliberation = Deliberation(engine: self, facts: facts, ledger: ledger, now: now)
        for report in reports { deliberation.take(report) }
        deliberation.tellFirstLook()
        return deliberation.decision
    }
}
