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
    static func rows(_ name: String) throws -> [AnswerRow] {
        try row(try text(name)).rows("items")
    }

    /// A text as an answer of a bank.
    static func row(_ text: String) throws -> AnswerRow {
        try AnswerRow(Array(text.utf8), malformed: SbankenProblems().malformed("test"))
    }

    private static func locate(_ name: String) throws -> URL {
        let base = Bundle.module.resourceURL ?? Bundle.module.bundleURL
        return base.appendingPathComponent("Fixtures").appendingPathComponent(name + ".json")
    }
}
