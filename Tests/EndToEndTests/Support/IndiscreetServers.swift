import Foundation
import TestSupport

/// A mail server and an MQTT broker that repeat every secret: contrib/receivers/indiscreet-servers.
final class IndiscreetServers: Sendable {
    /// What one of them was told.
    struct Entry: Decodable, Sendable {
        let kind: String
        let step: String
        let password: String?
        let text: String?
    }

    /// Where mails go.
    let mailPort: String
    /// Where MQTT messages go.
    let mqttPort: String
    private let process: ForeignProcess

    /// Starts both.
    init() async throws {
        process = try ForeignProcess([
            Project.python.path,
            Project.root.appending(path: "contrib/receivers/indiscreet-servers").path,
        ])
        let ports = try await process.line(startingWith: "listening on ").split(separator: " ")
        mailPort = String(ports[2])
        mqttPort = String(ports[3])
    }

    deinit {
        process.signal(SIGTERM)
    }

    /// Everything so far, in order.
    var entries: [Entry] {
        process.lines.compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    }

    /// Waits until there was a login of this kind at this step, and returns the password.
    func password(_ kind: String, _ step: String) async -> String? {
        var found: Entry?
        _ = await eventually {
            found = self.entries.first { $0.kind == kind + " login" && $0.step == step }
            return found != nil
        }
        return found?.password
    }
}
