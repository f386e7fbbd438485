import Finance
import Foundation
import HTTP

@testable import Banks

/// Bodies of invented answers.
enum Fixture {
    /// The text of `Fixtures/NAME.json`.
    static func text(_ name: String) throws -> String {
        let url = try locate(name)
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// The file as an answer.
    static func response(_ name: String, status: Int = 200) throws -> HTTPResponse {
        let type = HTTPHeader("Content-Type", "application/json; charset=utf-8")
        return HTTPResponse(status: status, headers: [type], body: Array(try text(name).utf8))
    }

    /// The rows of the file's `items`.
    static func rows(_ name: String, of endpoint: SbankenEndpoint) throws -> [AnswerRow] {
        let json = try SbankenAnswer.json(in: try response(name).body, from: endpoint)
        return try SbankenPage(json, from: endpoint).rows
    }

    private static func locate(_ name: String) throws -> URL {
        let base = Bundle.module.resourceURL ?? Bundle.module.bundleURL
        return base.appendingPathComponent("Fixtures").appendingPathComponent(name + ".json")
    }
}
