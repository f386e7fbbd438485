import Console
import Foundation
import Rules

/// The text of a rules file on disk.
enum RulesText: Sendable {
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .environment, where: path, code: "rules-unreadable",
                problem: "the rules file can't be read",
                fix: "check the path and its permissions; rules/ has examples to start from")
        }
        return Array(data)
    }

    /// Reads the rules of the file; warnings go to standard error.
    ///
    /// - Throws: a failure with every finding if anything is an error.
    static func load(
        _ path: String, channels: Set<String>
    ) throws(CommandFailure) -> RulesFileResult {
        try load(path, channels: channels) { $0.ruleSet != nil }
    }

    /// Reads the rules of the file that can be read; what is wrong with others goes to standard error.
    ///
    /// - Throws: a failure with every finding if no rule can be read.
    static func loadReadable(
        _ path: String, channels: Set<String>
    ) throws(CommandFailure) -> RulesFileResult {
        try load(path, channels: channels) { $0.ruleSet != nil || !$0.located.isEmpty }
    }

    private static func load(
        _ path: String, channels: Set<String>, isUsable: (RulesFileResult) -> Bool
    ) throws(CommandFailure) -> RulesFileResult {
        let result = RulesFile.load(try bytes(of: path), fileName: path, channels: channels)
        let text = FindingRenderer.text(result.findings)
        guard isUsable(result) else { throw CommandFailure(.wrong, text: text) }
        if !text.isEmpty { Terminal.complain(text) }
        return result
    }

    /// Puts other bytes into the file at once, so that a running `watch` never reads half of them.
    ///
    /// The file keeps its mode, and a link keeps pointing at it.
    static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
        let target = URL(filePath: path).resolvingSymlinksInPath()
        let draft = target.deletingLastPathComponent()
            .appending(
                path: ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
        do {
            let mode = try FileManager.default.attributesOfItem(atPath: target.path)[
                .posixPermissions]
            try Data(bytes).write(to: draft)
            if let mode {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: draft.path)
            }
        } catch {
            throw unwritable(path, draft: draft)
        }
        guard rename(draft.path, target.path) == 0 else { throw unwritable(path, draft: draft) }
    }

    private static func unwritable(_ path: String, draft: URL) -> CommandFailure {
        try? FileManager.default.removeItem(at: draft)
        return CommandFailure(
            .environment, where: path, code: "rules-not-writable",
            problem: "the rules file can't be written",
            fix: "make the file and its folder writable for you, or use --check")
    }
}

extension RuleFinding {
    /// The finding about a file that can't be read at all.
    static func unreadable(_ path: String) -> RuleFinding {
        RuleFinding(
            file: path, line: 1, column: 1, code: "unreadable",
            message: "the rules file can't be read: check the path and its permissions")
    }
}

/// The rules for the program's own alerts; on unless a rule of the person's own
/// does the same.
enum BuiltInRules: Sendable {
    private static let sentences: [(id: String, sentence: String)] = [
        ("saldovakt-bank-unreachable", "bank is unreachable for 1 hour"),
        ("saldovakt-data-old", "data is older than 6 hours"),
        ("saldovakt-sign-in", "sign-in expires in less than 14 days"),
    ]

    /// The rules with the program's own added, notified on every channel that the rules use.
    static func added(to rules: RuleSet) -> RuleSet {
        let channels = Array(Set(rules.rules.flatMap(\.notify))).sorted()
        guard !channels.isEmpty else { return rules }
        let own = sentences.compactMap { entry in
            // None is left out: every one of them has a test that waits for its notification.
            try? Rule.builtIn(id: entry.id, sentence: entry.sentence, notify: channels)
        }
        let known = Set(rules.rules.map(\.bodyKey))
        return RuleSet(
            rules: rules.rules + own.filter { !known.contains($0.bodyKey) },
            fileHash: rules.fileHash)
    }
}
