import Alerts
import Finance
import Foundation
import Watch

/// Draws the live view as lines that fit the terminal.
struct LiveScreen: Sendable {
    private let zone: TimeZone
    private let rulesPath: String
    private let hasColour: Bool

    /// Draws times in `zone` and names the rules file in the first line.
    init(zone: TimeZone, rulesPath: String, hasColour: Bool) {
        self.zone = zone
        self.rulesPath = rulesPath
        self.hasColour = hasColour
    }

    /// The lines of the view, at most `rows`, each at most `columns` wide.
    func lines(_ model: LiveModel, columns: Int, rows: Int) -> [String] {
        var lines = [
            paint(.bold, "saldovakt")
                + "  \(Strings.count(model.ruleCount, "rule")) from \(rulesPath)", "",
        ]
        lines += accounts(model)
        lines += banks(model)
        lines += firing(model)
        lines += selfAlerts(model)
        lines += notifications(model)
        return lines.prefix(rows).map { clipped($0, to: columns) }
    }

    private func accounts(_ model: LiveModel) -> [String] {
        let all = model.accounts.sorted { $0.key < $1.key }.flatMap(\.value)
        guard !all.isEmpty else { return ["waiting for the first answer of the bank"] }
        var table = Table([("Account", .left), ("Available", .right), ("Balance", .right)])
        for account in all {
            table.add([
                SafeText.neutralised(account.account.displayName),
                MoneyStyle.norwegian.optional(account.available),
                MoneyStyle.norwegian.optional(account.booked),
            ])
        }
        let lines = table.lines(isAligned: true)
        return [paint(.dim, lines[0])] + lines.dropFirst()
    }

    private func banks(_ model: LiveModel) -> [String] {
        let next = model.nextWake.map { ", next look \(InstantText.clock($0, in: zone))" } ?? ""
        return [""]
            + model.banks.sorted { $0.key < $1.key }.map { id, bank in
                let answer =
                    "bank \(id): \(Strings.outcome(bank.outcome)) at "
                    + InstantText.clock(bank.at, in: zone)
                let last = bank.outcome.hasFacts ? "" : lastSuccess(bank)
                return paint(bank.outcome.hasFacts ? .dim : .red, answer + last + next)
            }
    }

    private func lastSuccess(_ bank: LiveModel.BankLine) -> String {
        bank.lastSuccess.map { ", figures from \(InstantText.clock($0, in: zone))" }
            ?? ", no figures yet"
    }

    private func firing(_ model: LiveModel) -> [String] {
        guard !model.firing.isEmpty else { return ["", paint(.dim, "no alert is firing")] }
        let lines = model.firing.values.sorted { ($0.since, $0.title) < ($1.since, $1.title) }
        return ["", paint(.bold, "Firing")]
            + lines.map {
                paint(.yellow, "● ")
                    + "\($0.title)  since \(InstantText.clock($0.since, in: zone))  "
                    + paint(.dim, $0.sentence)
            }
    }

    private func selfAlerts(_ model: LiveModel) -> [String] {
        let texts = model.selfAlerts.texts.prefix(3).flatMap { $0.split(separator: "\n") }
        return texts.isEmpty ? [] : [""] + texts.map { paint(.red, VisibleText.line(String($0))) }
    }

    private func notifications(_ model: LiveModel) -> [String] {
        guard !model.notifications.isEmpty else { return [] }
        return ["", paint(.bold, "Last notifications")]
            + model.notifications.map {
                "\(InstantText.clock($0.timestamp, in: zone))  \($0.data.title)  "
                    + paint(.dim, $0.data.body)
            }
    }

    private func paint(_ style: TextStyle, _ text: String) -> String {
        hasColour ? style.painted(text) : text
    }

    /// Cuts a line to the width, counting no escape sequence and closing an open one.
    private func clipped(_ line: String, to columns: Int) -> String {
        var result = ""
        var width = 0
        var isEscape = false
        for character in line {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape {
                guard width < columns else { continue }
                width += 1
            }
            result.append(character)
            if isEscape, character == "m" { isEscape = false }
        }
        return result
    }
}
