import Foundation
import HTTP
import TestSupport

/// Chromium without a screen, driven as a person would use it (W3C WebDriver).
final class HeadlessBrowser: Sendable {
    private let driver: ForeignProcess
    private let session: String

    /// Starts a browser that keeps nothing beyond a folder of the test.
    init(in scratch: Scratch) async throws {
        let port = try FreePort.any()
        driver = try ForeignProcess(
            ["chromedriver", "--port=\(port)"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        _ = try await driver.line(startingWith: "ChromeDriver was started successfully")
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(scratch.path("browser").path)",
        ]
        let answer = try await Self.ask(
            "http://127.0.0.1:\(port)/session",
            ["capabilities": ["alwaysMatch": ["goog:chromeOptions": ["args": arguments]]]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw ForeignProcess.Failure(description: "no session: \(answer ?? "nothing")")
        }
        session = "http://127.0.0.1:\(port)/session/\(id)"
    }

    deinit {
        driver.signal(SIGTERM)
    }

    func open(_ address: String) async throws {
        _ = try await Self.ask("\(session)/url", ["url": address])
    }

    /// Clicks on what a CSS selector finds first, and waits for the page that follows.
    func click(_ selector: String) async throws {
        let found = try await Self.ask(
            "\(session)/element", ["using": "css selector", "value": selector])
        guard let id = (found as? [String: String])?.values.first else {
            throw ForeignProcess.Failure(description: "no '\(selector)' in \(try await text())")
        }
        _ = try await Self.ask("\(session)/element/\(id)/click", [:])
    }

    /// What the page says to a person.
    func text() async throws -> String {
        let script = "return document.body.innerText"
        let answer = try await Self.ask(
            "\(session)/execute/sync", ["script": script, "args": [String]()])
        return answer as? String ?? ""
    }

    /// Ends the browser with its driver.
    func quit() async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        _ = try await transport.send(HTTPRequest(method: .delete, url: session))
        driver.signal(SIGTERM)
        _ = try await driver.exitCode()
    }

    private static func ask(_ url: String, _ body: [String: Any]) async throws -> Any? {
        let transport = CurlTransport()
        defer { transport.close() }
        let bytes = Array(try JSONSerialization.data(withJSONObject: body))
        var request = HTTPRequest(
            method: .post, url: url, headers: [HTTPHeader("Content-Type", "application/json")],
            body: bytes)
        request.timeout = .seconds(120)
        let answer = try await transport.send(request)
        let json = try JSONSerialization.jsonObject(with: Data(answer.body))
        return (json as? [String: Any])?["value"]
    }
}
