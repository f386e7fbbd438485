import Foundation
import TestSupport

/// A receiver of webhooks inside the test, which may answer as rudely as the test says.
final class Hook: Sendable {
    private let server: LoopbackServer

    /// Starts it; `answer` is asked for each request.
    init(_ answer: @escaping LoopbackServer.Handler = { _ in .respond(status: 200) }) throws {
        server = try LoopbackServer(answer)
    }

    deinit {
        server.stop()
    }

    /// The address of a path.
    func url(_ path: String = "/x") -> String { server.url(path) }

    /// A channel of the settings that sends here.
    func channel(_ name: String, more: String = "") -> String {
        #""\#(name)": { "type": "webhook", \#(more) "url": "\#(url("/\(name)"))" },"#
    }

    /// The requests so far, those for one path if it is given.
    func requests(_ path: String? = nil) -> [LoopbackRequest] {
        server.requests.filter { path == nil || $0.path == path }
    }

    /// Kind and rule of what came, in order.
    func words(_ path: String? = nil) -> [String] {
        requests(path).map { $0.notification?.word ?? "\($0.method) \($0.path)" }
    }
}

extension LoopbackRequest {
    /// The notification in the body.
    var notification: Receiver.Entry.Body? {
        try? JSONDecoder().decode(Receiver.Entry.Body.self, from: Data(body))
    }
}

extension Receiver.Entry.Body {
    /// Kind and rule: `alert.fired low`.
    var word: String { "\(type) \(data.rule?.id ?? "-")" }
}
