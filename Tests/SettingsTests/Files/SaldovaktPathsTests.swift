import Settings
import Testing

@Suite("Where files are kept")
struct SaldovaktPathsTests {
    @Test("is the home's hidden folders unless XDG says otherwise")
    func standard() {
        let paths = SaldovaktPaths(environment: [:], homeDirectory: "/home/kari")
        #expect(paths.settingsFile == "/home/kari/.config/saldovakt/settings.json")
        #expect(
            SaldovaktPaths.databaseFile(inState: paths.stateDirectory)
                == "/home/kari/.local/state/saldovakt/saldovakt.sqlite")
        let moved = SaldovaktPaths(
            environment: ["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"],
            homeDirectory: "/home/kari")
        #expect(moved.configurationDirectory == "/c/saldovakt")
        #expect(moved.stateDirectory == "/s/saldovakt")
    }

    @Test("ignores XDG values that are no absolute paths", arguments: ["", "relative", "~/x"])
    func relativeValues(value: String) {
        let paths = SaldovaktPaths(
            environment: ["XDG_CONFIG_HOME": value, "XDG_STATE_HOME": value], homeDirectory: "/h")
        #expect(paths.configurationDirectory == "/h/.config/saldovakt")
        #expect(paths.stateDirectory == "/h/.local/state/saldovakt")
    }

    @Test(
        "takes paths in settings from the settings file's folder and from the home",
        arguments: [
            ("/abs", "/abs"), ("secret", "/d/secret"), ("~/secret", "/h/secret"), ("~", "/h"),
            ("~kari/x", "/d/~kari/x"),
        ])
    func resolves(path: String, expected: String) {
        let full = SaldovaktPaths.resolve(path, inDirectory: "/d", homeDirectory: "/h")
        #expect(full == expected)
    }
}
