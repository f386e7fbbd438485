import Finance

/// How a booked amount has to differ from the reserved one.
struct SettlementTest: Sendable {
    private enum Kind {
        case different
        case moved(PercentMove, upwards: Bool)
    }

    private let kind: Kind

    /// Compiles the words of a sentence.
    init(_ settlement: Event.Settlement) {
        switch settlement {
        case .different: kind = .different
        case .above(let percent): kind = .moved(PercentMove(percent.number), upwards: true)
        case .below(let percent): kind = .moved(PercentMove(percent.number), upwards: false)
        }
    }

    /// Whether a booked amount differs so from the reserved one; both without sign (D28).
    func holds(_ booked: Money, reserved: Money) -> Bool {
        guard booked.currency == reserved.currency, booked != reserved else { return false }
        guard case .moved(let move, let upwards) = kind else { return true }
        let side = move.compare(booked, with: reserved, upwards: upwards)
        return upwards ? side >= 0 : side <= 0
    }
}
