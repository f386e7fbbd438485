/// What speaks for a booked row being the booking of a reservation (D23), weakest last.
enum BookingEvidence: Int, CaseIterable {
    case amountDayMerchant
    case amountDay
    case amountNextDayMerchant
    case toleranceDayMerchant
    case amountNextDay
    case toleranceNextDayMerchant
    case amountPostedMerchant
    case amountPosted
    case toleranceDay
    case belowRealAmountDayMerchant

    /// How many days after a purchase its card booking is posted at most, weekends included.
    static let usualPosting = 5

    /// The evidence for this pair of kinds; `nil` if it is not enough.
    init?(reservation: RowKind, booking: RowKind) {
        let isNamed = reservation.namesAgree(with: booking)
        let isHidden = reservation.isHidden && !reservation.contradicts(booking)
        guard isNamed || isHidden, !reservation.isKeptApart(from: booking) else { return nil }
        let days = abs(reservation.day.days(until: booking.day))
        if reservation.amount == booking.amount {
            self.init(equalAmountsAfter: days, isNamed: isNamed, reservation, booking)
            return
        }
        guard days <= 1, let tolerance = booking.tolerance ?? Self.foreign(reservation, booking),
            tolerance.allows(reserved: reservation.amount, booked: booking.amount)
        else { return nil }
        // What was reserved at a pump and is not round may as well be what was filled: round holds
        // go before it, and it has to be of the same day and merchant.
        if tolerance.isPump, !tolerance.isHold(reservation.amount) {
            guard isNamed, days == 0 else { return nil }
            self = .belowRealAmountDayMerchant
            return
        }
        // Another amount, another day and no name, or one that was dropped, are too little.
        guard isNamed || !reservation.isGone && days == 0,
            days == 0 || !booking.isPostedLate
        else { return nil }
        self =
            switch (days, isNamed) {
            case (0, true): .toleranceDayMerchant
            case (0, false): .toleranceDay
            default: .toleranceNextDayMerchant
            }
    }

    private init?(
        equalAmountsAfter days: Int, isNamed: Bool, _ reservation: RowKind, _ booking: RowKind
    ) {
        switch (days, isNamed) {
        case (0, true): self = .amountDayMerchant
        case (0, false): self = .amountDay
        case (1, true) where !booking.isPostedLate: self = .amountNextDayMerchant
        case (1, false) where !booking.isPostedLate: self = .amountNextDay
        default:
            // Such a booking carries only its day of posting; the purchase was some days before.
            guard booking.hasPostingDayOnly, reservation.day < booking.day,
                days <= AccountReconciliation.longestPosting
            else { return nil }
            self = isNamed ? .amountPostedMerchant : .amountPosted
        }
    }

    /// A reservation made abroad may tell so when its booking does not.
    private static func foreign(_ reservation: RowKind, _ booking: RowKind) -> AmountTolerance? {
        guard let amount = reservation.foreign else { return nil }
        return booking.foreign == nil || booking.foreign == amount
            ? AmountTolerance(reservedAbroad: amount, in: reservation.amount.currency) : nil
    }

    /// Whether the evidence would hold if the reservation were another purchase's.
    ///
    /// A reservation that the bank still lists may as well be a second purchase, so only equal
    /// amounts on one day count there, or a merchant that agrees.
    func isClear(_ booked: RowKind) -> Bool {
        switch self {
        case .amountDayMerchant, .amountNextDayMerchant, .toleranceDayMerchant: true
        case .toleranceNextDayMerchant: booked.tolerance?.isPump != true
        case .amountDay: !booked.hasPostingDayOnly && booked.family == .card
        default: false
        }
    }

    /// The place of this evidence among all in the assignment.
    ///
    /// Of equal evidence a reservation that has just left the list goes before one that had been
    /// dropped. One that is listed still goes behind all those.
    func step(_ reservation: RowKind) -> Int {
        let delay = reservation.isListed ? Self.allCases.count : 0
        return (rawValue + delay) * 2 + (reservation.isGone ? 1 : 0)
    }

    /// The evidence at a place of the assignment.
    init?(step: Int) {
        self.init(rawValue: step / 2 % Self.allCases.count)
    }

    /// The tier that readers are told.
    var tier: MatchEvidence.Tier {
        switch self {
        case .amountDayMerchant: .amountDayMerchant
        case .amountDay: .amountDay
        default: .tolerance
        }
    }

    /// Whether the names agreed; otherwise the reservation named nobody.
    private var isNamed: Bool {
        switch self {
        case .amountDayMerchant, .amountNextDayMerchant, .toleranceDayMerchant,
            .toleranceNextDayMerchant, .amountPostedMerchant, .belowRealAmountDayMerchant:
            true
        case .amountDay, .amountNextDay, .amountPosted, .toleranceDay: false
        }
    }

    /// What agreed, for `transactions --why`.
    var words: String {
        let name = isNamed ? "the merchant agrees" : "the reservation's text hides the merchant"
        return switch self {
        case .amountDayMerchant, .amountDay: "same amount, same day, \(name)"
        case .amountNextDayMerchant, .amountNextDay: "same amount, one day apart, \(name)"
        case .toleranceDayMerchant, .toleranceDay: "amount within tolerance, same day, \(name)"
        case .belowRealAmountDayMerchant: "less than was reserved at a pump, same day, \(name)"
        case .toleranceNextDayMerchant:
            "amount within tolerance, one day apart, \(name)"
        case .amountPostedMerchant, .amountPosted:
            "same amount, booked within a week without a day of purchase, \(name)"
        }
    }
}

/// Finds for each kind of booking the kinds of reservation that it may settle.
///
/// Reservations are looked up by day and amount, or by day and the beginning of the name, so that
/// the work follows the number of real candidates and not the product of both sides.
struct BookingCandidates {
    private struct AmountKey: Hashable {
        let day: Int
        let amount: Money
    }

    private struct NameKey: Hashable {
        let day: Int
        let start: ArraySlice<UInt8>
    }

    private let held: [RowKind]
    private var byAmount: [AmountKey: [Int]] = [:]
    private var byName: [NameKey: [Int]] = [:]
    private var abroadByName: [NameKey: [Int]] = [:]

    /// Letters by which names are looked up; two names that agree share at least these.
    private static let letters = 4

    /// Prepares the look-up of reservations.
    init(held: [RowKind]) {
        self.held = held
        for (index, kind) in held.enumerated() {
            let day = kind.day.dayNumber
            byAmount[AmountKey(day: day, amount: kind.amount), default: []].append(index)
            for start in Self.starts(of: kind) {
                let key = NameKey(day: day, start: start)
                byName[key, default: []].append(index)
                if kind.foreign != nil { abroadByName[key, default: []].append(index) }
            }
        }
    }

    /// All candidates of all bookings.
    func all(for bookings: [RowKind]) -> [IdentityAssignment.Candidate] {
        bookings.indices.flatMap { candidates(for: bookings[$0], number: $0) }
    }

    private func candidates(
        for booking: RowKind, number: Int
    ) -> [IdentityAssignment.Candidate] {
        let day = booking.day.dayNumber
        let earliest = booking.hasPostingDayOnly ? AccountReconciliation.longestPosting : 1
        var found: Set<Int> = []
        for near in (day - earliest)...(day + 1) {
            found.formUnion(byAmount[AmountKey(day: near, amount: booking.amount)] ?? [])
        }
        // Other amounts only where the booking's category or the reservation's currency allows.
        let names = booking.tolerance == nil ? abroadByName : byName
        for near in (day - 1)...(day + 1) where !names.isEmpty {
            for start in Self.starts(of: booking) + [[]] {
                found.formUnion(names[NameKey(day: near, start: start)] ?? [])
            }
        }
        return found.sorted().compactMap { candidate(held: $0, booking: booking, number: number) }
    }

    private func candidate(
        held index: Int, booking: RowKind, number: Int
    ) -> IdentityAssignment.Candidate? {
        let reservation = held[index]
        guard let found = BookingEvidence(reservation: reservation, booking: booking),
            !reservation.isListed || found.isClear(booking)
        else { return nil }
        return .init(
            held: index, row: number, step: found.step(reservation),
            distance: abs(reservation.day.days(until: booking.day)),
            gap: AmountTolerance.distance(reserved: reservation.amount, booked: booking.amount))
    }

    /// The beginnings under which a kind is listed; the empty one if it hides its merchant.
    private static func starts(of kind: RowKind) -> [ArraySlice<UInt8>] {
        if kind.isHidden { return [[]] }
        let names = [kind.merchant, kind.textName].filter { !$0.key.isEmpty }
        return Array(Set(names.map { $0.key.bytes.prefix(letters) }))
    }
}
