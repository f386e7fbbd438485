import Foundation
import TestSupport

/// The real webhook receiver: contrib/receivers/webhook-receiver with the reference library.
final class Receiver: Sendable {
    /// What the receiver wrote down about one request.
    struct Entry: Decodable, Sendable {
        struct Body: Decodable, Sendable {
            struct Content: Decodable, Sendable {
                struct Rule: Decodable, Sendable { let id: String }
                struct Part: Decodable, Sendable { let rule: Rule }
                let rule: Rule?
                let reason: String
                let title: String
                let body: String
                let items: [Part]?
                let count: Int?
            }
            let type: String
            let id: String
            let data: Content
        }
        let id: String?
        let verified: Bool
        let status: Int
        let body: Body

        /// Kind and rule: `alert.fired low`.
        var word: String { body.word }
    }

    /// The signing secret that both sides know: the bytes 0 to 31.
    static let secret = "whsec_" + Data(0..<32).base64EncodedString()

    /// The address to put into the settings.
    let url: String
    private let process: ForeignProcess
    private let log: URL

    /// Starts a receiver that answers with `answers` first and with 200 from then on.
    ///
    /// - Parameters:
    ///   - secret: the signing secret that it knows.
    ///   - environment: what comes on top of this process's.
    init(
        in scratch: Scratch, answers: [Int] = [], secret: String = Receiver.secret,
        environment: [String: String] = [:]
    ) async throws {
        log = scratch.path("received-\(UUID().uuidString.prefix(8)).jsonl")
        var command = [
            Project.python.path,
            Project.root.appending(path: "contrib/receivers/webhook-receiver").path,
            "--secret", secret, "--log", log.path,
        ]
        if !answers.isEmpty {
            let text = answers.map(String.init).joined(separator: "\n")
            command += ["--answers", try scratch.write(text, to: "answers").path]
        }
        process = try ForeignProcess(
            command, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
        let line = try await process.line(startingWith: "listening on ")
        url = "http://127.0.0.1:\(line.split(separator: " ").last ?? "")/hook/planted-path-secret"
    }

    deinit {
        process.signal(SIGCONT)
        process.signal(SIGKILL)
    }

    /// Everything received so far, in order.
    var entries: [Entry] {
        rawLog.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Entry.self, from: Data($0.utf8))
        }
    }

    /// The words of what was confirmed with 200, in order.
    var words: [String] { entries.filter { $0.status == 200 }.map(\.word) }

    /// The text of the log, for looking for what must not be in it.
    var rawLog: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Waits until something with this word was confirmed.
    func waits(for word: String) async -> Bool {
        await eventually { self.words.contains(word) }
    }
}
