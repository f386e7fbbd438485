import Foundation

/// Decides when a program is woken for changed data; a value without a clock of its own.
struct DeliveryPlan {
    enum Decision: Hashable {
        case idle
        /// Something has changed inside the gap: decide again at its end.
        case wait(until: Date)
        /// Wake the program and pass it these kinds.
        case start([BackgroundDataType])
    }

    /// The kinds that wake the program.
    let kinds: Set<BackgroundDataType>
    /// The shortest gap between two wake-ups.
    let frequency: UpdateFrequency
    /// When it was last woken.
    var lastStart: Date?
    /// What has changed since then.
    var pending: Set<BackgroundDataType> = []

    /// Adds changed kinds; kinds that the program does not want are ignored.
    mutating func note(_ changed: Set<BackgroundDataType>) {
        pending.formUnion(changed.intersection(kinds))
    }

    func decision(at now: Date) -> Decision {
        guard !pending.isEmpty else { return .idle }
        if let end = lastStart?.addingTimeInterval(frequency.shortestGap), now < end {
            return .wait(until: end)
        }
        return .start(BackgroundDataType.allCases.filter(pending.contains))
    }

    mutating func started(at now: Date) {
        lastStart = now
        pending = []
    }
}

/// The shortest gap between two wake-ups; a change inside of it waits for its end.
public enum UpdateFrequency: String, Sendable, Hashable, Codable, CaseIterable {
    /// At every change.
    case immediate
    case hourly
    case daily
    case weekly

    /// In seconds.
    var shortestGap: TimeInterval {
        switch self {
        case .immediate: 0
        case .hourly: 3_600
        case .daily: 86_400
        case .weekly: 7 * 86_400
        }
    }
}

/// The kinds of data whose changes may wake a program.
public enum BackgroundDataType: String, Sendable, Hashable, Codable, CaseIterable {
    case accounts
    case accountBalances
    case transactions

    /// Its number in the table of changes and in tokens, from 0.
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
