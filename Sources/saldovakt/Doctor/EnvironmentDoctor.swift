import Alerts
import Channels
import Finance
import Foundation
import Settings

/// Looks at what is around the program: clock and zone, desktop, keyring, service manager.
struct EnvironmentDoctor: Sendable {
    let configuration: Configuration
    let environment: [String: String]
    let now: Date

    /// A clock before this version was written is wrong: 2026-01-01.
    static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

    /// The wall clock, and whether the zone's rules are known.
    func clock() -> Diagnosis {
        let zone = configuration.settings.timeZone
        let text = "\(InstantText.moment(now, in: zone)) in \(zone.identifier)"
        guard now >= Self.earliest else {
            return Diagnosis(
                subject: "clock", state: .missing, text: "it shows a time long past: \(text)",
                fix: "set the clock: timedatectl set-ntp true")
        }
        guard zone.identifier != "GMT" else {
            return Diagnosis(
                subject: "clock", state: .missing,
                text: "the rules of the zone are not known here: \(text)", fix: "apt install tzdata"
            )
        }
        return .fine("clock", text)
    }

    /// Whether a desktop shows notifications.
    ///
    /// - Parameter isNeeded: whether any rule notifies on the desktop; without, a missing one is a hint.
    func desktop(isNeeded: Bool) async -> Diagnosis {
        let channel = DesktopChannel()
        let diagnosis: Diagnosis
        do {
            let server = try await channel.inspect()
            diagnosis = .fine("desktop", "\(server.name) \(server.version) shows notifications")
        } catch {
            diagnosis = Diagnosis(
                subject: "desktop", state: isNeeded ? .missing : .hint, text: error.problem,
                fix: error.fix)
        }
        await channel.shutdown()
        return diagnosis
    }

    /// Whether the keyring answers; only settings that keep secrets there need it.
    func keyring() -> Diagnosis {
        let isNeeded = configuration.settings.secretReferences.contains {
            if case .keyring = $0.source { true } else { false }
        }
        do {
            _ = try SecretServiceKeyring().secret(named: "doctor")
            return .fine("keyring", "it answers")
        } catch {
            let fault = SettingsFault.keyring(error)
            return Diagnosis(
                subject: "keyring", state: isNeeded ? .missing : .hint, text: fault.problem,
                fix: isNeeded ? fault.fix : "nothing, unless secrets are to be kept there")
        }
    }

    /// Whether the watcher starts by itself, and goes on after logging out.
    func service() -> Diagnosis {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let folders = [
            "\(home)/.config/systemd/user", "\(home)/.local/share/systemd/user",
            "/etc/systemd/user", "/usr/local/share/systemd/user", "/usr/share/systemd/user",
            "/usr/lib/systemd/user",
        ]
        let files = FileManager.default
        let unit = folders.map { $0 + "/saldovakt.service" }.first { files.fileExists(atPath: $0) }
        guard let unit else {
            return Diagnosis(
                subject: "service", state: .hint, text: "there is no systemd unit",
                fix: "make install, then systemctl --user enable --now saldovakt; or watch in tmux")
        }
        let user = environment["USER"] ?? NSUserName()
        guard files.fileExists(atPath: "/var/lib/systemd/linger/\(user)") else {
            return Diagnosis(
                subject: "service", state: .hint,
                text: "\(unit): it ends when you log out", fix: "loginctl enable-linger")
        }
        return .fine("service", "\(unit), also while you are logged out")
    }
}
