import Foundation
import HTTP
import TestSupport
import Testing

/// `saldovakt sandbox` as a process, moved through its control addresses.
final class SandboxProcess: Sendable {
    /// Where it answers, without a slash at the end.
    let root: String
    private let process: ForeignProcess
    private let transport = CurlTransport()

    /// Starts the bank of a scenario file.
    init(scenario: URL) async throws {
        process = try ForeignProcess([
            Project.program.path, "sandbox", "--port", "0", "--scenario", scenario.path,
        ])
        let line = try await process.line(startingWith: "listening on ")
        root = "http://127.0.0.1:\(line.split(separator: " ").last ?? "")"
    }

    deinit {
        process.signal(SIGKILL)
        transport.close()
    }

    /// Takes the next step of the story.
    func step() async throws { try await post("step", "{}") }

    /// Goes on to a later day of the bank, such as `2026-04-01`.
    func day(_ day: String) async throws { try await post("day", #"{"day": "\#(day)"}"#) }

    /// Turns a switch; `value` is JSON.
    func turn(_ name: String, _ value: String) async throws {
        try await post("switch/\(name)", value)
    }

    /// Does actions at once; `action` is JSON in the form of a scenario's actions.
    func perform(_ action: String) async throws { try await post("do", action) }

    /// What clients have asked for so far.
    func requests() async throws -> [UInt8] {
        try await transport.send(HTTPRequest(url: "\(root)/sandbox/requests")).body
    }

    private func post(_ path: String, _ body: String) async throws {
        let answer = try await transport.send(
            HTTPRequest(
                method: .post, url: "\(root)/sandbox/\(path)",
                headers: [HTTPHeader("Content-Type", "application/json")],
                body: Array(body.utf8)))
        guard (200..<300).contains(answer.status) else {
            throw ForeignProcess.Failure(
                description:
                    "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
    }
}

extension SandboxProcess {
    /// The key of the application that the stand-in for Enable Banking knows, as it is printed.
    static func enableBankingKey() async throws -> String {
        let process = try ForeignProcess([
            Project.program.path, "sandbox", "--port", "0", "--bank", "enablebanking",
        ])
        _ = try await process.line(startingWith: "listening on ")
        process.signal(SIGTERM)
        _ = try await process.exitCode()
        let lines = process.lines
        let first = try #require(lines.firstIndex { $0.contains("BEGIN PRIVATE KEY") })
        let last = try #require(lines.firstIndex { $0.contains("END PRIVATE KEY") })
        return lines[first...last].joined(separator: "\n") + "\n"
    }
}
