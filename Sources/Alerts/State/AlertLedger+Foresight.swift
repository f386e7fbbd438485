extension AlertLedger {
    /// The ledger as it will be when these instructions have been followed, as far as silences and
    /// alerts show it: for commands that read while instructions still wait.
    public func foreseeing(_ instructions: [Instruction]) -> AlertLedger {
        var next = self
        for instruction in instructions { next.foresee(instruction) }
        return next
    }

    private mutating func foresee(_ instruction: Instruction) {
        switch instruction.order {
        case .addSilence(let silence):
            silences[silence.id] = silences[silence.id] ?? silence
        case .endSilence(let id):
            guard var silence = silences[id], silence.endedAt == nil else { return }
            _ = silence.end(at: instruction.at)
            silences[id] = silence
        case .acknowledge(let reference):
            for var alert in reference.matches(in: self) {
                alert.updateFiring { $0.tending = .acknowledged(instruction.at) }
                alerts[alert.key] = alert
            }
        case .snooze(let reference, let until):
            for var alert in reference.matches(in: self) {
                alert.updateFiring { $0.tending = .snoozed(until: until) }
                alerts[alert.key] = alert
            }
        case .retry: return
        }
    }
}
