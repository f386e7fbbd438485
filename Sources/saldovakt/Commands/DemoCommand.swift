import ArgumentParser
import Foundation

/// `saldovakt demo`: the main job with a bank of its own, in about a minute.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Plays a story of ten bank days against a sandbox bank; needs nothing.",
        discussion: """
            Pocket money runs low, a big purchase is reserved and booked under another text, the \
            bank has an outage, salary arrives. Notices go to the desktop if there is one, to \
            the terminal, and to a webhook that the demo receives itself and shows. Nothing is \
            kept.
            """)

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-demo-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let status = try await DemoStory(stateFolder: folder.path).play()
        throw status
    }
}
