public import ArgumentParser
import Console
public import Finance
import Rules
public import SandboxBank
import Settings

extension CalendarDay: ExpressibleByArgument {
    /// Reads `2026-03-01`, `1.3.2026` as charts and texts write it, `today` or `yesterday`.
    public init?(argument: String) {
        let today = CalendarDay(of: SystemClock().now, in: Configuration.zone)
        switch argument.lowercased() {
        case "today": self = today
        case "yesterday": self = today.adding(days: -1)
        default:
            let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
            let padded = parts.map { String(repeating: "0", count: max(0, 2 - $0.count)) + $0 }
            let isoText = padded.reversed().joined(separator: "-")
            self.init(isoText: parts.count == 3 ? isoText : argument)
        }
    }
}

/// An amount, as rules write it or as tables print it.
extension Money: ExpressibleByArgument {
    /// Reads `500`, `1 000,50 kr` or `500 USD`.
    public init?(argument: String) { self.init(written: argument) }
}

extension TransactionStatus: ExpressibleByArgument {
    /// Reads FinanceKit's word, or `reserved` as rules have it.
    public init?(argument: String) {
        self.init(rawValue: argument == "reserved" ? "pending" : argument)
    }
}

/// A kind of transaction, as FinanceKit names it; capitals do not matter.
extension TransactionType: ExpressibleByArgument {
    public init?(argument: String) {
        let wanted = argument.lowercased()
        guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted })
        else { return nil }
        self = type
    }
}

/// The shortest gap between two starts.
extension UpdateFrequency: ExpressibleByArgument {}

/// The name of a reader.
extension ReaderName: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

/// A dialect of the sandbox.
extension SandboxDialect: ExpressibleByArgument {}

/// A merchant category, as rules write it: `groceries` or `5411`.
struct CategoryArgument: ExpressibleByArgument, Sendable {
    let codes: [ClosedRange<Int16>]

    init?(argument: String) {
        guard let codes = MerchantCategory.codes(argument) else { return nil }
        self.codes = codes
    }

    static var allValueStrings: [String] { MerchantCategory.firstWords }
}

/// The identifier of a bank: 1 to 64 letters, digits and `-_.`, as settings allow.
struct BankArgument: ExpressibleByArgument, Sendable {
    let id: String

    init?(argument: String) {
        let fits = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        guard (1...64).contains(argument.count), fits else { return nil }
        id = argument
    }
}

/// A length of time as settings write it: `5m`, `2h`, `1d`, `300 seconds`; also `200ms`, for trials.
struct IntervalArgument: ExpressibleByArgument, Sendable {
    let duration: Duration

    init?(argument: String) {
        if argument.hasSuffix("ms"), let count = Int64(argument.dropLast(2)), count > 0 {
            duration = .milliseconds(min(count, 86_400_000))
        } else if let found = DurationText.parse(argument) {
            duration = found
        } else {
            return nil
        }
    }
}

/// A port of this machine, 1 to 65535.
struct PortArgument: ExpressibleByArgument, Sendable {
    let number: Int

    init?(argument: String) {
        guard let number = Int(argument), (1...65_535).contains(number) else { return nil }
        self.number = number
    }
}
