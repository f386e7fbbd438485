import TestSupport

/// The habits of a simulated bank: all that a bank was seen to do to rows, in random mixes.
struct SimulatedQuirks {
    /// What a bank puts where a row's id would be.
    enum Identifiers: CaseIterable {
        /// Nothing.
        case none
        /// Numbers that mean nothing and change with every answer.
        case flapping
        /// Nothing at first; a day after booking the archive's, which stays.
        case archive
    }

    /// What ids are worth.
    var identifiers = Identifiers.flapping
    /// Whether a reservation stays in the list for a while beside its booking.
    var listsTwice = false
    /// Whether the amount of some reservations changes before they are booked.
    var changesReservations = false
    /// Whether an answer now and then leaves out every reservation.
    var hidesReservations = false
    /// Whether reservations are shown some hours late.
    var isLate = false

    /// A random mix.
    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ 3_000)
        identifiers = Identifiers.allCases.randomElement(using: &random) ?? .none
        listsTwice = Bool.random(using: &random)
        changesReservations = Bool.random(using: &random)
        hidesReservations = Bool.random(using: &random)
        isLate = Bool.random(using: &random)
    }
}
