import Alerts
import ArgumentParser
import Finance
import Rules
import Settings
import Store

/// Names that the shell offers while a value is typed: those of the settings and the store.
enum OfferedNames: Sendable {
    case accounts, rules, channels, banks, alerts, silences

    var completion: CompletionKind {
        .custom { @Sendable (arguments, _, _) async in
            // Where there is nothing to read, nothing is offered.
            (try? await names(for: arguments)) ?? []
        }
    }

    private func names(for arguments: [String]) async throws -> [String] {
        func value(of option: String) -> String? {
            arguments.firstIndex(of: option).flatMap { place in
                arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
            }
        }
        let folder = value(of: "--state") ?? Configuration.usualStateFolder
        let configuration = try? Configuration(file: value(of: "--settings"))
        switch self {
        case .channels: return configuration?.channelNames.sorted() ?? []
        case .banks: return configuration?.settings.banks.map(\.id) ?? []
        case .accounts:
            let facts = try await FinanceStore.open(folder: folder).currentFacts()
            return AccountChoice.sorted(facts).map { SafeText.neutralised($0.account.displayName) }
        case .rules:
            // Those of the file, and those of other files that something is known about.
            let path = value(of: "--rules") ?? Configuration.usualRulesFile
            let file = (try? RulesText.bytes(of: path)).map {
                RulesFile.load($0, fileName: path, channels: configuration?.channelNames ?? [])
            }
            let known = (try? await ledger(folder))?.rules.values.filter { !$0.body.isEmpty }
            let written = file?.located.map(\.rule.id) ?? []
            return Set(written + (known ?? []).map(\.ruleID)).sorted()
        case .alerts:
            let firing = try await ledger(folder).alerts.values.filter { $0.phase == .firing }
            return Set(firing.map(\.ruleID)).sorted()
                + firing.compactMap { $0.notification?.id }.sorted()
        case .silences: return try await ledger(folder).silences.keys.sorted()
        }
    }

    private func ledger(_ folder: String) async throws -> AlertLedger {
        try await SQLiteAlertStore.openReadOnly(folder: folder).alertLedger()
    }
}
