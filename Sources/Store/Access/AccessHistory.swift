/// What one reader was allowed to see of one account, from when on.
struct AccessHistory: Sendable, Hashable {
    /// A change of access.
    struct Epoch: Sendable, Hashable {
        /// The number in the sequence of changes from which on it holds.
        let sequence: Int64
        /// What may be seen from there on.
        let visibility: Visibility
    }

    /// The changes, oldest first.
    let epochs: [Epoch]
    private let before: Visibility

    /// The owner's, who sees everything.
    static let owner = AccessHistory(epochs: [], before: .everything)

    /// A reader's, who sees nothing before the first change.
    init(epochs: [Epoch]) {
        self.init(epochs: epochs, before: .nothing)
    }

    private init(epochs: [Epoch], before: Visibility) {
        self.epochs = epochs
        self.before = before
    }

    /// What may be seen now.
    var current: Visibility { epochs.last?.visibility ?? before }

    /// The change that holds at a number of the sequence; 0 if it is before the first one.
    func access(at sequence: Int64) -> Int64 {
        epochs.last { $0.sequence <= sequence }?.sequence ?? 0
    }

    /// What may be seen at a number of the sequence.
    func visibility(at sequence: Int64) -> Visibility {
        epochs.last { $0.sequence <= sequence }?.visibility ?? before
    }

    /// The first change after a number of the sequence.
    func next(after sequence: Int64) -> Epoch? {
        epochs.first { $0.sequence > sequence }
    }
}

/// Which days of an account a reader may see.
struct Visibility: Sendable, Hashable {
    /// The first day, as its number; `nil` if nothing may be seen.
    let earliest: Int?

    /// Everything.
    static let everything = Visibility(earliest: .min)
    /// Nothing.
    static let nothing = Visibility(earliest: nil)

    /// Whether what has this day may be seen.
    func sees(_ day: Int) -> Bool {
        earliest.map { day >= $0 } ?? false
    }
}
