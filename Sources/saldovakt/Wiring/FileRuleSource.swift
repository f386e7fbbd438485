import Finance
import Foundation
import Rules
import Watch

/// The rules file, looked at before every poll: first its date and size, then its bytes (D39).
actor FileRuleSource: RuleSource {
    private let path: String
    private var channels: Set<String>
    private var aliases: [String: [String]]
    private var stamp: Stamp?
    private var hash: String?
    private var inForce: RulesFileResult?

    private static let shownAtStart: Set<String> = [
        "no-account-in-currency", "reads-no-account", "renamed-account",
    ]

    private struct Stamp: Equatable {
        let changed: Int64
        let size: Int64
        let inode: UInt64
    }

    /// Looks at `path`; channels and other names of accounts come from the settings.
    init(path: String, configuration: Configuration) {
        self.path = path
        channels = configuration.channelNames
        aliases = configuration.aliases
    }

    /// Takes channels and other names of accounts from these settings from now on.
    func use(_ configuration: Configuration) {
        channels = configuration.channelNames
        aliases = configuration.aliases
    }

    func load(force: Bool) -> RuleLoad {
        let current = Self.stamp(of: path)
        guard force || current != stamp || current == nil else { return .unchanged }
        stamp = current
        return read(force: force)
    }

    /// Reads the rules at the start of a command; throws the findings as the command's failure.
    func loadFirst() throws -> (rules: RuleSet, findings: [RuleFinding]) {
        stamp = Self.stamp(of: path)
        let bytes = try RulesText.bytes(of: path)
        hash = Self.digest(bytes)
        let result = RulesFile.load(bytes, fileName: path, channels: channels)
        guard let rules = result.ruleSet else {
            throw CommandFailure(.wrong, text: FindingPrinter.text(result.findings))
        }
        inForce = result
        return (BuiltInRules.added(to: rules), result.findings)
    }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) -> [RuleFinding] {
        guard let inForce else { return [] }
        let all = StoreChecks.findings(
            for: inForce, facts: facts, transactions: transactions, aliases: aliases,
            bindings: bindings)
        // A rule that reads nothing is worth a word at every start, and so is a name that the bank
        // has given up; advice is for `rules check`.
        return all.filter { $0.severity == .error || Self.shownAtStart.contains($0.code) }
    }

    private func read(force: Bool) -> RuleLoad {
        guard let bytes = try? RulesText.bytes(of: path) else {
            let isNews = hash != nil
            hash = nil
            return isNews || force ? .rejected([.unreadable(path)]) : .unchanged
        }
        let digest = Self.digest(bytes)
        guard force || digest != hash else { return .unchanged }
        hash = digest
        let result = RulesFile.load(bytes, fileName: path, channels: channels)
        guard let rules = result.ruleSet else { return .rejected(result.findings) }
        inForce = result
        return .loaded(BuiltInRules.added(to: rules), findings: result.findings)
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        StableHash(String(decoding: bytes, as: UTF8.self)).hex
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { return nil }
        // Also changes when the right to read it does.
        let time = status.st_ctim
        return Stamp(
            changed: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
            size: Int64(status.st_size), inode: UInt64(status.st_ino))
    }
}
