/// One account's sum over the days of a window, and how many limits it had reached when it was last
/// looked at.
struct WindowCourse: Sendable {
    /// The sum.
    var sum = AccountWindow(keepsEntries: false)
    /// How many limits were reached.
    var reached = 0
    /// Where the limits in the account's currency lie.
    let ladder: Int
    /// The calendar periods that were looked at, the latest last, with the most limits that were
    /// reached in each.
    private var periods: [(start: Int, reached: Int)] = []

    /// Starts with nothing reached.
    init(ladder: Int) {
        self.ladder = ladder
    }

    /// Notes how many limits are reached in a period: each is told once in it.
    ///
    /// - Returns: how many had been reached in it before. Of earlier periods only the latest is
    ///   remembered, as the alerts of sums do.
    mutating func note(_ reached: Int, in bounds: WindowBounds) -> Int {
        guard case .days(let days) = bounds else { return 0 }
        if let place = periods.firstIndex(where: { $0.start == days.lowerBound }) {
            let known = periods[place].reached
            periods[place].reached = max(known, reached)
            return known
        }
        periods = periods.suffix(1) + [(days.lowerBound, reached)]
        periods.sort { $0.start < $1.start }
        return 0
    }
}
