import Console
import Finance
import Foundation
import Rules
import Settings

/// Looks at what a person wrote: settings, secrets, rules.
struct FileDoctor: Sendable {
    let settingsFile: String?
    let rulesFile: String?

    /// The settings, and the configuration if they can be used.
    func settings() -> (found: [Diagnosis], configuration: Configuration?) {
        let path = settingsFile ?? Configuration.usualFile
        if settingsFile == nil, !FileManager.default.fileExists(atPath: path) {
            let hint = Diagnosis(
                subject: "settings", state: .hint, text: "there is no settings file: \(path)",
                fix: "write one; README.md shows how. 'saldovakt demo' works without")
            return ([hint], try? Configuration(file: nil))
        }
        let file = SettingsFile.load(path: path, files: LocalFiles())
        let findings = file.findings
        guard findings.isEmpty, let configuration = try? Configuration(file: settingsFile) else {
            let found = findings.map { finding in
                let place = finding.position.map { "\(finding.file):\($0)" } ?? finding.file
                return Diagnosis(
                    subject: "settings", state: file.isUnreadable ? .missing : .wrong,
                    text: "\(place): \(finding.fault.problem)", fix: finding.fault.fix)
            }
            return (found, nil)
        }
        let settings = configuration.settings
        let banks = Strings.count(settings.banks.count, "bank")
        let channels = Strings.count(settings.channels.count, "channel")
        return ([.fine("settings", "\(path): \(banks), \(channels)")], configuration)
    }

    /// Whether every secret can be read; none is shown.
    func secrets(_ configuration: Configuration) -> [Diagnosis] {
        let count = configuration.settings.secretReferences.count
        let problems = configuration.resolver.problems(in: configuration.settings)
        guard problems.isEmpty else {
            return problems.map { problem in
                let place = problem.reference.place.map { "\($0): " } ?? ""
                return Diagnosis(
                    subject: "secrets", state: .missing, text: place + problem.fault.problem,
                    fix: problem.fault.fix)
            }
        }
        return count == 0
            ? [] : [.fine("secrets", "\(Strings.count(count, "reference")) can be read")]
    }

    /// Whether the rules can be used, with the channels of the settings.
    func rules(_ configuration: Configuration?) -> [Diagnosis] {
        let path = rulesFile ?? Configuration.usualRulesFile
        guard let data = FileManager.default.contents(atPath: path) else {
            let isNamed = rulesFile != nil
            return [
                Diagnosis(
                    subject: "rules", state: isNamed ? .missing : .hint,
                    text: "the rules file can't be read: \(path)",
                    fix: "name it with --rules; rules/ has examples to start from")
            ]
        }
        let result = RulesFile.load(
            Array(data), fileName: path, channels: configuration?.channelNames ?? [])
        let errors = result.findings.filter { $0.severity == .error }
        guard let rules = result.ruleSet else {
            return errors.prefix(3).map { finding in
                Diagnosis(
                    subject: "rules", state: .wrong,
                    text: "\(finding.file):\(finding.line):\(finding.column): \(finding.message)",
                    fix: "'saldovakt rules check \(path)' shows all of it")
            }
        }
        return [.fine("rules", "\(path): \(Strings.count(rules.rules.count, "rule"))")]
    }
}
