/// A rule of the model: a sentence and, apart from it, what the sentence means.
struct ModelRule: Sendable {
    /// What is true; amounts are whole kroner, times minutes.
    enum Body: Sendable {
        /// `balance under limit, until over until, for hold minutes`, on each account.
        case level(limit: Int, until: Int?, hold: Int?)
        /// `spending today is over limit`, over all accounts.
        case spending(limit: Int)
        /// `new debit over limit`, on each account.
        case debit(limit: Int)
    }

    let body: Body
    /// Minutes of the day between which it may send; from after to means over midnight.
    let hours: (from: Int, to: Int)?
    /// `at most limit times a day`.
    let limit: Int?
    /// Whether the end of a level or a sum is sent.
    let resolve: Bool
    /// `remind every … minutes`.
    let remind: Int?

    /// The sentence that the program reads.
    var sentence: String {
        let what =
            switch body {
            case .level(let limit, let until, let hold):
                "balance under \(limit)" + (until.map { ", until over \($0)" } ?? "")
                    + (hold.map { ", for \($0) minutes" } ?? "")
            case .spending(let limit): "spending today is over \(limit)"
            case .debit(let limit): "new debit over \(limit)"
            }
        let when = hours.map { ", between \(Self.clock($0.from)) and \(Self.clock($0.to))" } ?? ""
        return what + when + (limit.map { ", at most \($0) times a day" } ?? "")
            + (remind.map { ", remind every \($0) minutes" } ?? "")
    }

    /// The first minute from `minute` on in which it may send.
    func opening(from minute: Int) -> Int {
        (minute...(minute + 1_440)).first(where: isOpen) ?? minute
    }

    /// Whether it may send in that minute of the timeline.
    func isOpen(at minute: Int) -> Bool {
        guard let hours else { return true }
        let time = minute % 1_440
        return hours.from < hours.to
            ? time >= hours.from && time < hours.to : time >= hours.from || time < hours.to
    }

    /// Whether it sends events, which a limit lets go at midnight without an evaluation (D8, D9).
    var notifiesEvents: Bool {
        if case .debit = body { true } else { false }
    }

    private static func clock(_ minute: Int) -> String {
        let parts = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":")
    }
}

/// One poll of one of the model's banks.
struct ModelPoll: Sendable {
    /// A purchase (negative) or a refund (positive) that the bank lists from now on.
    struct Row: Sendable {
        let account: Int
        let kroner: Int
    }

    /// What the bank answers.
    enum Outcome { case complete, partial, throttled, failed }

    /// Minutes since the timeline's first midnight.
    let minute: Int
    /// Which bank.
    let bank: Int
    let outcome: Outcome
    /// The balances that the answer has, by account; none for an account that has no figure or that a
    /// partial answer leaves out.
    let balances: [Int: Int]
    /// The accounts that the answer lists.
    let listed: [Int]
    /// What is new; only a complete answer brings rows.
    let rows: [Row]
}
