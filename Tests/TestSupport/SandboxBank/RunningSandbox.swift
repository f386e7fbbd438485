public import SandboxBank

/// Starts a sandbox bank on a free port, lends it to `body`, and stops it whatever happens.
///
/// ```swift
/// try await withSandbox { server, port in
///     try server.set(.outage, true)
///     // … a client of http://127.0.0.1:\(port)/apibeta/api/v2 …
/// }
/// ```
///
/// - Parameters:
///   - scenario: the bank and its story.
///   - configure: changes the set-up before the start.
///   - body: the work; gets the server and its port.
public func withSandbox<Result>(
    _ scenario: SandboxScenario = .sample,
    configure: (inout SandboxConfiguration) -> Void = { _ in },
    _ body: (SandboxServer, Int) async throws -> Result
) async throws -> Result {
    var configuration = SandboxConfiguration(scenario: scenario)
    configure(&configuration)
    let server = SandboxServer(configuration)
    let port = try await server.start()
    do {
        let result = try await body(server, port)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

extension SandboxDialect {
    /// The base address of the API at a sandbox on that port.
    public func apiURL(port: Int) -> String { "http://127.0.0.1:\(port)\(basePath)" }
}

extension SandboxServer {
    /// The sign-in address of a sandbox on that port.
    public static func tokenURL(port: Int) -> String {
        "http://127.0.0.1:\(port)/identityserver/connect/token"
    }
}
