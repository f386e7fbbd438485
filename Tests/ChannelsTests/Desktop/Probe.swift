import Foundation
import TestSupport
import Testing

/// The probe program on a desktop: a real channel in a process of its own.
struct Probe {
    /// One line of what became of a notification.
    struct Outcome {
        /// The name of the outcome, such as `retry`.
        let kind: String
        /// Why not.
        let reason: String
        /// How long the answer took.
        let milliseconds: Int
        /// What, and what to do.
        let words: String
    }

    /// The program.
    let process: ForeignProcess

    /// Starts the probe on `desktop`, with these changes to its environment.
    ///
    /// Its deadline is a minute unless the options say otherwise: a daemon on a busy machine is slow.
    init(
        on desktop: HeadlessDesktop, _ options: [String] = [], changes: [String: String] = [:],
        without missing: String? = nil, program: String = path
    ) throws {
        var environment = desktop.environment.merging(changes) { $1 }
        if let missing { environment[missing] = nil }
        process = try ForeignProcess(
            [program, "--deadline", "60000"] + options, environment: environment)
    }

    /// The program beside the tests.
    static var path: String {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("DesktopProbe").path
    }

    /// Hands a notification in without waiting for what becomes of it.
    func show(
        _ id: String, rule: String = "low", account: String = "a1", urgency: String = "normal",
        title: String = "Brukskonto: 95,00 kr", body: String = "balance under 100 NOK"
    ) {
        process.send(
            ["show", id, rule, account, urgency, title, body].joined(separator: "\t"))
    }

    /// Waits for what became of a notification.
    func outcome(_ id: String) async throws -> Outcome {
        let line = try await process.line(startingWith: "outcome\t\(id)\t")
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Outcome(
            kind: fields[2], reason: fields[3], milliseconds: Int(fields[4]) ?? -1,
            words: fields[5])
    }

    /// Hands a notification in and waits for what becomes of it.
    func deliver(
        _ id: String, account: String = "a1", urgency: String = "normal",
        title: String = "Brukskonto: 95,00 kr", body: String = "balance under 100 NOK"
    ) async throws -> Outcome {
        show(id, account: account, urgency: urgency, title: title, body: body)
        return try await outcome(id)
    }

    /// Ends the program: it must end by itself, in order, having written nothing to standard
    /// error (where GLib's complaints would land, over a live view).
    func end() async throws {
        process.send("shutdown\t1000")
        _ = try await process.line(startingWith: "stopped")
        process.endInput()
        #expect(try await process.exitCode() == 0)
        #expect(process.errorText == "")
    }
}
