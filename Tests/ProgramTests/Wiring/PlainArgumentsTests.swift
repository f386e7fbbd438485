import ArgumentParser
import Testing

@testable import saldovakt

@Suite("Plain arguments of a watcher")
struct PlainArgumentsTests {
    /// What a command says, in one line.
    private func words(_ command: WatchCommand) -> String {
        "\(command.rules) \(command.settings.settings ?? "-") \(command.state.state ?? "-") "
            + "\(command.interval.map { "\($0.duration)" } ?? "-") \(command.record ?? "-") "
            + "\(command.metrics.map { "\($0.number)" } ?? "-") "
            + "\(command.once) \(command.plain) \(command.json)"
    }

    @Test(
        "are read as the library reads them",
        arguments: [
            ["--rules", "a.json"],
            ["--json", "--rules", "a b.json", "--once"],
            ["--plain", "--state", "/s", "--rules", "a", "--settings", "b"],
            ["--rules", "a", "--interval", "200ms", "--record", "c"],
            ["--interval", "5m", "--rules", "a"], ["--rules", "a", "--metrics", "9090"],
        ])
    func agrees(arguments: [String]) throws {
        let plainly = try #require(WatchCommand(plainly: arguments))
        #expect(words(plainly) == words(try WatchCommand.parse(arguments)))
    }

    @Test(
        "are none that need a word or another look",
        arguments: [
            [], ["--once"], ["--rules"], ["--rules", ""], ["--rules", "--once"], ["--rules=a"],
            ["--rules", "a", "--rules", "b"], ["--rules", "a", "--json", "--json"],
            ["--rules", "a", "--json", "--plain"], ["--rules", "a", "--interval", "soon"],
            ["--rules", "a", "--metrics", "0"], ["--rules", "a", "--metrics", "web"],
            ["--rules", "a", "b"], ["--rules", "a", "--help"], ["--rules", "a", "--no-such"],
            ["--rules", "a", "--", "--once"],
        ])
    func refuses(arguments: [String]) {
        #expect(WatchCommand(plainly: arguments) == nil)
    }

    @Test("know every option of the command")
    func isComplete() {
        let words = WatchCommand.helpMessage().split { " ,()[]<>|\n".contains($0) }
        let options = Set(words.filter { $0.hasPrefix("--") }.map(String.init))
        #expect(
            options.subtracting(["--help", "--version"])
                == WatchCommand.valueNames.union(WatchCommand.flagNames))
    }
}
