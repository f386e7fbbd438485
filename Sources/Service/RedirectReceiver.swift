import Threads

/// Waits on this machine for a browser that a bank sends back after a sign-in.
public struct RedirectReceiver: Sendable {
    private let server: LoopbackServer
    private let target = OneAnswer<String>()

    /// Makes a receiver for one path, such as `/callback`; other paths do not exist.
    public init(path: String) {
        server = LoopbackServer { [target] asked in
            guard asked.prefix(while: { $0 != "?" }) == path else { return nil }
            return LoopbackAnswer(Self.page, contentType: "text/html; charset=utf-8") {
                target.give(asked)
            }
        }
    }

    /// Begins to listen.
    @discardableResult
    public func start(port: Int) async throws(LoopbackServerError) -> Int {
        try await server.start(port: port)
    }

    /// Returns the path and the query of the first request for the path, and stops listening.
    public func answer() async -> String {
        let answer = await target.value()
        await server.stop()
        return answer
    }

    private static let page = """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>saldovakt</title>
        <meta name="referrer" content="no-referrer"></head>
        <body><p>The bank has answered. Go back to the terminal; this page can be closed.</p></body>
        </html>
        """
}
