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
