import ArgumentParser
import Console
import Foundation

/// `saldovakt status`: whether all is well, from the store alone.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tells whether all is well, for people and status bars.",
        discussion: """
            Reads the state folder, whether a watcher runs or not; it asks no bank. Status 1 if \
            something needs you: nobody watches, a bank fails or has brought nothing for six hours \
            (or three intervals, if that is more), the rules file can't be used, or a notice of \
            the last seven days was given up.
            """)

    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON object.")
    var json = false

    @Flag(help: "Write one short line for the status bar of tmux.")
    var tmux = false

    func validate() throws {
        guard !(json && tmux) else { throw ValidationError("choose one of --json and --tmux") }
    }

    func run() async throws {
        let report: StatusReport
        do {
            report = try await StatusReport.read(folder: state.folder, at: SystemClock().now)
        } catch {
            // A status bar shows only what is on standard output.
            if tmux { Terminal.write("#[fg=red]saldo ! no state#[default]") }
            throw error
        }
        if json {
            Terminal.write(report.json)
        } else if tmux {
            Terminal.write(report.tmuxLine)
        } else {
            for line in report.lines(in: Configuration.zone) { Terminal.write(line) }
        }
        if !report.attention.isEmpty { throw ExitStatus.wrong }
    }
}
