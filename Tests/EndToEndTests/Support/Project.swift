import Foundation

/// Where things of the project are.
enum Project {
    /// The checkout's root.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The program as it was just built, beside the tests; `SALDOVAKT_PROGRAM` names another.
    static let program: URL = {
        if let named = ProcessInfo.processInfo.environment["SALDOVAKT_PROGRAM"] {
            return URL(filePath: named)
        }
        return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "saldovakt")
    }()

    /// The Python of the tests' virtual environment; see contrib/install-dependencies.
    static let python = root.appending(path: ".build/venv/bin/python")
}
