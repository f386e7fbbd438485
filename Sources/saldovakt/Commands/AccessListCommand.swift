import ArgumentParser
import Finance
import Store

/// `saldovakt access list`: who may see what.
struct AccessListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows which readers may see which accounts.")

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let accounts = try await AccessDesk.accounts(state.state)
        let readers = try await AccessDesk.decide(state.state) { book throws(AccessDesk.Problem) in
            try await book.readers()
        }
        let names = Dictionary(accounts.map { ($0.id, $0.displayName) }) { first, _ in first }
        if json {
            Terminal.write(JSONText.array(readers.map { AccessText.json($0, names) }))
        } else {
            AccessText.table(readers, names).write(orSay: "no reader was let in")
        }
    }
}
