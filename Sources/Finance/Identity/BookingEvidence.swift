/// The evidence that a booked row is the booking of a reservation (D23), weakest last.
enum BookingEvidence: Int, CaseIterable {
    case amountDayMerchant
    case amountDay
    case amountNextDayMerchant
    case toleranceDayMerchant
    case amountNextDay
    case toleranceNextDayMerchant
    case amountPostedMerchant
    case amountLaterMerchant
    case amountPosted
    case toleranceDay
    case toleranceLaterMerchant
    case belowRealAmountDayMerchant
    case toleranceLater

    /// How many days after a purchase its card booking is posted at most, weekends included.
    static let usualPosting = 5

    /// The evidence for this pair of kinds; `nil` if it is not enough.
    init?(reservation: RowKind, booking: RowKind, _ tolerances: IdentityTolerances = .standard) {
        let isNamed = reservation.namesAgree(with: booking)
        let isHidden = reservation.isHidden && !reservation.contradicts(booking)
        guard isNamed || isHidden, !reservation.isKeptApart(from: booking) else { return nil }
        let days = abs(reservation.day.days(until: booking.day))
        if reservation.amount == booking.amount {
            self.init(equalAmountsAfter: days, isNamed: isNamed, reservation, booking, tolerances)
            return
        }
        let isWithinReach = Self.isLater(booking, than: reservation, tolerances)
        let isLater = isNamed && isWithinReach
        if tolerances.allowsRounding(reservation.amount, booking.amount) {
            guard isNamed, days <= 1 || isLater else { return nil }
            let near = days == 0 ? Self.toleranceDayMerchant : .toleranceNextDayMerchant
            self = days <= 1 ? near : .toleranceLaterMerchant
            return
        }
        guard days <= 1 || isWithinReach,
            let tolerance = booking.tolerance ?? AmountTolerance(abroad: reservation, booking),
            tolerance.allows(reserved: reservation.amount, booked: booking.amount)
        else { return nil }
        // At a pump, a reserved amount that is not round may be the amount filled. Round holds take
        // precedence, and it needs the same day and merchant.
        if tolerance.isPump, !tolerance.isHold(reservation.amount) {
            guard isNamed, days == 0 else { return nil }
            self = .belowRealAmountDayMerchant
            return
        }
        if days > 1, isNamed {
            self = .toleranceLaterMerchant
            return
        }
        // At a bank whose bookings come days later, a reservation that has only just left the list
        // is enough.
        if days > 0, !isNamed, isWithinReach, !reservation.isGone, !reservation.isListed {
            self = .toleranceLater
            return
        }
        // Another amount, another day and no name, or a dropped reservation, are not enough.
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
        equalAmountsAfter days: Int, isNamed: Bool, _ reservation: RowKind, _ booking: RowKind,
        _ tolerances: IdentityTolerances
    ) {
        switch (days, isNamed) {
        case (0, true): self = .amountDayMerchant
        case (0, false): self = .amountDay
        case (1, true) where !booking.isPostedLate: self = .amountNextDayMerchant
        case (1, false) where !booking.isPostedLate: self = .amountNextDay
        default:
            // Such a booking carries only its day of posting; the purchase was some days before.
            if booking.hasPostingDayOnly, reservation.day < booking.day,
                days <= AccountReconciliation.longestPosting
            {
                self = isNamed ? .amountPostedMerchant : .amountPosted
            } else if isNamed, Self.isLater(booking, than: reservation, tolerances) {
                self = .amountLaterMerchant
            } else {
                return nil
            }
        }
    }

    /// Whether the days between a reservation and its booking are possible at the bank.
    ///
    /// A booking may be dated before its reservation where the reservation's date moves.
    private static func isLater(
        _ booking: RowKind, than reservation: RowKind, _ tolerances: IdentityTolerances
    ) -> Bool {
        let days = reservation.day.days(until: booking.day)
        return tolerances.daysToBooking > 1
            && (-tolerances.reservationShift...tolerances.daysToBooking).contains(days)
    }

    /// Whether it suffices although the bank still lists the reservation, which may be a second
    /// purchase.
    ///
    /// Then it takes equal amounts on one day, or a merchant that agrees; a booking at once is not
    /// that of a reservation of another day.
    func isClear(_ booked: RowKind, _ tolerances: IdentityTolerances) -> Bool {
        switch self {
        // Where bookings often come days later, they wait until the list leaves the reservation out.
        case .amountPostedMerchant, .amountLaterMerchant, .toleranceLaterMerchant:
            tolerances.daysToBooking > 1
        case .amountNextDayMerchant: !booked.isBookedAtOnce
        case .amountDayMerchant, .toleranceDayMerchant: true
        case .toleranceNextDayMerchant: booked.tolerance?.isPump != true
        case .amountDay: !booked.hasPostingDayOnly && booked.family == .card
        default: false
        }
    }

    /// The rank of this evidence in the assignment.
    ///
    /// Of equal evidence, a reservation that has just left the list ranks before one that was
    /// dropped. One that is still listed ranks behind all of those.
    func step(_ reservation: RowKind) -> Int {
        let delay = reservation.isListed ? Self.allCases.count : 0
        return (rawValue + delay) * 2 + (reservation.isGone ? 1 : 0)
    }

    init?(step: Int) { self.init(rawValue: step / 2 % Self.allCases.count) }

    var tier: MatchEvidence.Tier {
        switch self {
        case .amountDayMerchant: .amountDayMerchant
        case .amountDay: .amountDay
        default: .tolerance
        }
    }

    /// The properties that agreed, for `transactions --why`.
    var words: String {
        let (agreed, isNamed) =
            switch self {
            case .amountDayMerchant: ("same amount, same day", true)
            case .amountDay: ("same amount, same day", false)
            case .amountNextDayMerchant: ("same amount, one day apart", true)
            case .amountNextDay: ("same amount, one day apart", false)
            case .toleranceDayMerchant: ("amount within tolerance, same day", true)
            case .toleranceDay: ("amount within tolerance, same day", false)
            case .toleranceNextDayMerchant: ("amount within tolerance, one day apart", true)
            case .belowRealAmountDayMerchant: ("less than was reserved at a pump, same day", true)
            case .amountPostedMerchant: (Self.postedWithoutDay, true)
            case .amountLaterMerchant: ("same amount, booked some days later", true)
            case .toleranceLaterMerchant: ("amount within tolerance, booked some days later", true)
            case .toleranceLater: ("amount within tolerance, booked some days later", false)
            case .amountPosted: (Self.postedWithoutDay, false)
            }
        return agreed
            + (isNamed ? ", the merchant agrees" : ", the reservation's text hides the merchant")
    }

    fileprivate var isNextDay: Bool {
        self == .amountNextDayMerchant || self == .toleranceNextDayMerchant
    }

    fileprivate var isOwnDay: Bool { self == .amountDayMerchant || self == .toleranceDayMerchant }

    fileprivate var isOwnAmount: Bool {
        switch self {
        case .amountDayMerchant, .amountNextDayMerchant, .amountPostedMerchant,
            .amountLaterMerchant:
            true
        default: false
        }
    }

    private static let postedWithoutDay =
        "same amount, booked within a week without a day of purchase"
}

extension [IdentityAssignment.Candidate] {
    /// Removes candidates one day apart where the booking has a reservation of its own day and
    /// merchant, and the reservation also has a booking of its own amount and merchant.
    ///
    /// Both are then settled by those.
    func withoutNeighbours(_ held: [Int], _ booked: [Int]) -> Self {
        let byRow = Dictionary(grouping: self, by: \.row)
        let byHeld = Dictionary(grouping: self, by: \.held)
        return filter { pair in
            guard BookingEvidence(step: pair.step)?.isNextDay == true else { return true }
            let hasOwn = byRow[pair.row, default: []].contains {
                BookingEvidence(step: $0.step)?.isOwnDay == true
                    && held[$0.held] >= booked[pair.row]
            }
            let isSettled = byHeld[pair.held, default: []].contains {
                $0.row != pair.row && BookingEvidence(step: $0.step)?.isOwnAmount == true
                    && booked[$0.row] >= held[pair.held]
            }
            return !hasOwn || !isSettled
        }
    }
}

/// Finds the kinds of reservation that each kind of booking may settle.
///
/// They are looked up by day and amount, or by day and the beginning of the name, never by trying
/// all pairs.
struct BookingCandidates {
    /// A day with an amount, or with the beginning of a name.
    private struct Key<Part: Hashable>: Hashable {
        let day: Int
        let part: Part
    }

    private let held: [RowKind]
    private let tolerances: IdentityTolerances
    private var byAmount: [Key<Money>: [Int]] = [:]
    private var byName: [Key<ArraySlice<UInt8>>: [Int]] = [:]
    private var abroadByName: [Key<ArraySlice<UInt8>>: [Int]] = [:]

    /// How many letters are used to look up names; two names that agree share at least these.
    private static let letters = 4

    init(held: [RowKind], _ tolerances: IdentityTolerances = .standard) {
        self.held = held
        self.tolerances = tolerances
        for (index, kind) in held.enumerated() {
            let day = kind.day.dayNumber
            byAmount[Key(day: day, part: kind.amount), default: []].append(index)
            for start in Self.starts(of: kind) {
                let key = Key(day: day, part: start)
                byName[key, default: []].append(index)
                if kind.foreign != nil { abroadByName[key, default: []].append(index) }
            }
        }
    }

    func all(for bookings: [RowKind]) -> [IdentityAssignment.Candidate] {
        bookings.enumerated().flatMap { number, booking in
            near(booking).sorted().compactMap { candidate($0, booking, number) }
        }
    }

    /// The kinds of reservation close to the booking's day and with its amount or name.
    private func near(_ booking: RowKind) -> Set<Int> {
        let day = booking.day.dayNumber
        let earliest = max(
            booking.hasPostingDayOnly ? AccountReconciliation.longestPosting : 1,
            tolerances.daysToBooking)
        var found: Set<Int> = []
        let latest = day + max(1, tolerances.reservationShift)
        for near in (day - earliest)...latest {
            found.formUnion(byAmount[Key(day: near, part: booking.amount)] ?? [])
        }
        // Other amounts only where the booking's category or the reservation's currency allows.
        let isRounded = tolerances.rounding > 0
        let names = booking.tolerance == nil && !isRounded ? abroadByName : byName
        for near in (day - max(1, tolerances.daysToBooking))...latest where !names.isEmpty {
            for start in Self.starts(of: booking).union([[]]) {
                found.formUnion(names[Key(day: near, part: start)] ?? [])
            }
        }
        return found
    }

    private func candidate(
        _ index: Int, _ booking: RowKind, _ number: Int
    ) -> IdentityAssignment.Candidate? {
        let reservation = held[index]
        guard let found = BookingEvidence(reservation: reservation, booking: booking, tolerances),
            !reservation.isListed || found.isClear(booking, tolerances)
        else { return nil }
        return .init(
            held: index, row: number, step: found.step(reservation),
            distance: abs(reservation.day.days(until: booking.day)),
            gap: AmountTolerance.distance(reserved: reservation.amount, booked: booking.amount))
    }

    /// The beginnings under which a kind is listed; the empty one if it hides its merchant.
    private static func starts(of kind: RowKind) -> Set<ArraySlice<UInt8>> {
        if kind.isHidden { return [[]] }
        let names = kind.laterNames.union([kind.merchant, kind.textName]).filter { !$0.key.isEmpty }
        return Set(names.map { $0.key.bytes.prefix(letters) })
    }
}

/// How far the amount of a booking may be from that of its reservation (D23).
///
/// The category is the booked row's; code ranges are those of ISO 18245.
struct AmountTolerance: Sendable, Hashable {
    /// How much less than reserved may be booked, in percent.
    let percentBelow: Int64
    /// How much more than reserved may be booked, in percent.
    let percentAbove: Int64

    /// The tolerance of a booked row; `nil` if only equal amounts match.
    init?(booked row: TransactionObservation) {
        if let foreign = row.foreign, foreign.amount.currency != row.amount.currency {
            self.init(below: 10, above: 10)
            return
        }
        guard let code = row.merchantCategoryCode?.rawValue else { return nil }
        switch code {
        case 5541, 5542, 5552: self.init(below: 100, above: 50)
        case 3351...3441, 3500...3999, 7011, 7512: self.init(below: 0, above: 30)
        case 5811, 5812, 5814: self.init(below: 0, above: 25)
        default: return nil
        }
    }

    /// The tolerance of a reservation that was made abroad, as its text says, when its booking's
    /// does not.
    init?(abroad reservation: RowKind, _ booking: RowKind) {
        guard let foreign = reservation.foreign,
            booking.foreign == nil || booking.foreign == foreign,
            foreign.currency != reservation.amount.currency
        else { return nil }
        self.init(below: 10, above: 10)
    }

    /// Whether a reservation's amount may change to this one before it is booked.
    ///
    /// A round hold, as pumps make, may become any lower amount. Any other may become ten percent
    /// less because of a rate, or thirty percent more because of a deposit.
    static func allowsChange(from old: Money, to new: Money) -> Bool {
        let isHold = old.isMultiple(of: 100)
        return AmountTolerance(below: isHold ? 100 : 10, above: 30)
            .allows(reserved: old, booked: new)
    }

    private init(below: Int64, above: Int64) {
        percentBelow = below
        percentAbove = above
    }

    /// Whether it is that of a pump, which holds a large amount and settles the amount filled.
    var isPump: Bool { percentBelow == 100 }

    /// Whether an amount is one that pumps hold before the amount filled is known.
    func isHold(_ reserved: Money) -> Bool { isPump && reserved.isMultiple(of: 50) }

    /// Whether `booked` may settle `reserved`: same side of zero, within the percentages.
    func allows(reserved: Money, booked: Money) -> Bool {
        guard reserved.currency == booked.currency, reserved.minorUnits != 0,
            booked.minorUnits.signum() == reserved.minorUnits.signum()
        else { return false }
        let held = Int128(reserved.minorUnits.magnitude) * 100
        let settled = Int128(booked.minorUnits.magnitude) * 100
        let unit = Int128(reserved.minorUnits.magnitude)
        // A pump fills less than it holds; more than it holds only of a round amount (D77).
        if isPump, settled > held, !isHold(reserved) { return false }
        return settled >= held - unit * Int128(percentBelow)
            && settled <= held + unit * Int128(percentAbove)
    }

    /// How far `booked` is from `reserved`, in thousandths of the reserved amount, at most 10,000.
    static func distance(reserved: Money, booked: Money) -> Int {
        let base = max(1, Int128(reserved.minorUnits.magnitude))
        let gap = Int128(booked.minorUnits) - Int128(reserved.minorUnits)
        return Int(min(10_000, Int128(gap.magnitude) * 1_000 / base))
    }
}

extension Money {
    /// Whether it is a whole multiple of this many kroner, yen or dinars (D77).
    fileprivate func isMultiple(of units: Int64) -> Bool {
        let scaled = DecimalNumber(digits: units).scaled(to: currency.minorUnitDigits)
        return scaled.map { minorUnits.isMultiple(of: $0) } ?? false
    }
}
