/// An exchange rate with four decimals, as the bank prints it.
public struct SandboxRate: Sendable, Equatable {
    /// The rate times 10,000; positive.
    public let tenThousandths: Int64

    /// One to one.
    public static let one = SandboxRate(tenThousandths: 10_000)

    /// Makes a rate: 106,250 is 10.6250.
    public init(tenThousandths: Int64) {
        self.tenThousandths = tenThousandths
    }

    /// Reads `10.625`; `nil` for what is no positive number with at most four decimals.
    init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.count <= 9 else {
            return nil
        }
        let decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard (1...4).contains(decimals.utf8.count),
            (parts[0] + decimals).utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
        guard let value = Int64(parts[0] + padded), value > 0 else { return nil }
        tenThousandths = value
    }

    /// With all four decimals, as in the text of a row: `10.6250`.
    var text: String {
        let decimals = String(tenThousandths % 10_000)
        let padded = String(repeating: "0", count: 4 - decimals.utf8.count) + decimals
        return "\(tenThousandths / 10_000).\(padded)"
    }
}
