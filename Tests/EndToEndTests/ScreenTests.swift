import Foundation
import TestSupport
import Testing

@Suite("What a terminal shows", .programs)
struct ScreenTests {
    private let stage: Stage

    /// An account that is low and a big purchase, on a clock that stands still.
    init() async throws {
        stage = try await Stage(at: "2026-03-06 09:00")
        try await stage.once()
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.pay("-1249.00", from: "Brukskonto")
        try await stage.once(after: .seconds(300))
        let variables = stage.environment(["PATH": "/usr/local/bin:/usr/bin:/bin"])
            .map { "export \($0.key)='\($0.value)'\n" }.joined()
        let program = "'\(Project.program.path)'"
        try stage.scratch.write(
            variables + """
                clear
                for list in accounts transactions alerts; do
                    \(program) $list --state state
                    echo
                done
                echo end
                """, to: "tables.sh")
        try stage.scratch.write(
            variables + """
                clear
                exec \(program) watch --rules rules.json --settings settings.json --state state \
                    --interval 30m
                """, to: "live.sh")
    }

    /// A terminal that runs a script in the stage's folder.
    private func terminal(_ script: String, columns: Int, rows: Int) async throws -> Tmux {
        let terminal = try await Tmux(in: stage.scratch, columns: columns, rows: rows)
        try await terminal.type("cd '\(stage.scratch.folder.path)' && sh \(script)")
        try await terminal.press("Enter")
        return terminal
    }

    @Test("tables fit its width, and lose times before names", arguments: [40, 80, 120])
    func tables(columns: Int) async throws {
        let terminal = try await terminal("tables.sh", columns: columns, rows: 30)
        #expect(try await terminal.shows("end"))
        let lines = try await terminal.screen().split(
            separator: "\n", omittingEmptySubsequences: false
        ).prefix { $0 != "end" }
        try Golden.check(lines.joined(separator: "\n"), "tables-\(columns).txt")
    }

    @Test("the live view fits it, and each size that it is given later")
    func resized() async throws {
        let terminal = try await terminal("live.sh", columns: 120, rows: 24)
        #expect(try await terminal.shows("next poll in 30 min"))
        for (columns, rows) in [(120, 24), (80, 20), (40, 12), (120, 24)] {
            try await terminal.resize(columns: columns, rows: rows)
            var screen = ""
            let isDrawn = try await eventually {
                screen = try await terminal.screen()
                let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
                return lines.dropLast().last?.hasPrefix("? help") == true
                    && lines.first?.hasPrefix("saldovakt") == true
                    && lines.count == rows + 1
            }
            #expect(isDrawn, "\(screen)")
            try Golden.check(screen, "live-\(columns).txt")
        }
        try await terminal.press("q")
    }
}
