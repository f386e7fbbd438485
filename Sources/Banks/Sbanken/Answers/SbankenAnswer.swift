import Finance
import HTTP

/// Distinguishes an answer from something that only looks like one.
enum SbankenAnswer {
    /// The JSON of an answer whose status is fine.
    ///
    /// - Throws: a malformed answer for a web page or broken JSON, a server failure for an error
    ///   that the bank sends with status 200, ``BankError/notFound(_:)`` if it says so.
    static func json(
        in body: [UInt8], from endpoint: SbankenEndpoint
    ) throws(BankError) -> JSONNode {
        let root = try object(in: body, from: endpoint)
        if let error = BankErrorBody(root) { throw error.problem(from: endpoint, status: 200) }
        return root
    }

    /// The JSON object that a body is, even if it describes an error.
    ///
    /// - Throws: a malformed answer for anything else.
    static func object(
        in body: [UInt8], from endpoint: SbankenEndpoint
    ) throws(BankError) -> JSONNode {
        try AnswerRow.object(in: body) { SbankenProblems.malformed(endpoint, $0) }
    }

    static func problem(
        in response: HTTPResponse, from endpoint: SbankenEndpoint
    ) -> BankError {
        switch response.status {
        case 403: return .failed(SbankenProblems.forbidden(endpoint))
        case 404: return .notFound(SbankenProblems.notFound)
        case 429: return .throttled(retryAfter: response.retryAfter)
        case 300...399:
            return SbankenProblems.malformed(endpoint, "the address has moved")
        default:
            let root = PositionedJSON(response.body, isStrict: true).root
            let error = root.flatMap { BankErrorBody($0) } ?? BankErrorBody()
            return error.problem(from: endpoint, status: response.status)
        }
    }

    /// The object of an answer about one thing: bare, or under `item` in the first form.
    static func single(
        in json: JSONNode, from endpoint: SbankenEndpoint, _ dialect: SbankenDialect
    ) throws(BankError) -> AnswerRow {
        guard dialect == .v1 else { return AnswerRow(json, of: endpoint) }
        guard let item = json["item"] else {
            throw SbankenProblems.malformed(endpoint, "the answer has no 'item'")
        }
        guard item.value != .null else { throw .notFound(SbankenProblems.notFound) }
        return AnswerRow(item, of: endpoint)
    }
}

/// An error as the bank words it: its envelope (v1) or problem details (RFC 7807, in any case).
struct BankErrorBody: Sendable, Hashable {
    /// `NotFound`, `Input`, `0`, …; the bank sent words, numbers and null.
    private(set) var type: String?
    /// A number to name when asking the bank; shown only if it is a GUID.
    private(set) var traceID: String?

    init() {}

    init?(_ json: JSONNode) {
        let isEnvelope = json["isError"]?.value == .boolean(true)
        guard isEnvelope || Self.isProblem(json) else { return nil }
        let type = Self.member("errortype", of: json)
        self.type = [type?.string, type?.number].compactMap { $0 }.first {
            AnswerRow.isWord($0) || $0.utf8.count <= 2
        }
        let nested = Self.member("extensions", of: json).flatMap { Self.member("traceid", of: $0) }
        let trace = (Self.member("traceid", of: json)?.string ?? nested?.string)
        traceID = trace.flatMap { Self.isGUID($0) ? $0 : nil }
    }

    func problem(from endpoint: SbankenEndpoint, status: Int) -> BankError {
        if type == "NotFound" { return .notFound(SbankenProblems.notFound) }
        let details = [type, traceID.map { "trace \($0)" }].compactMap { $0 }
        let text = details.map { ", \($0)" }.joined()
        return .failed(SbankenProblems.server(endpoint, status: status, details: text))
    }

    private static func isProblem(_ json: JSONNode) -> Bool {
        member("items", of: json) == nil && member("title", of: json) != nil
            && (member("status", of: json) != nil || member("detail", of: json) != nil)
    }

    private static func member(_ name: String, of json: JSONNode) -> JSONNode? {
        json.members?.first { $0.key.lowercased() == name }?.value
    }

    private static func isGUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == 0x2d
                default: (48...57).contains(byte) || (97...102).contains(byte | 0x20)
                }
            }
    }
}

/// A part of a list, with the number of all there are.
struct SbankenPage: Sendable {
    let availableItems: Int
    let rows: [AnswerRow]

    /// Reads `availableItems` and `items`; the latter may be null if there is nothing.
    init(_ json: JSONNode, from endpoint: SbankenEndpoint) throws(BankError) {
        let row = AnswerRow(json, of: endpoint)
        guard let total = try row.whole("availableItems"), total >= 0, let items = json["items"],
            items.elements != nil || (items.value == .null && total == 0)
        else {
            let what = "the answer has no 'availableItems' and 'items'"
            throw SbankenProblems.malformed(endpoint, what)
        }
        availableItems = total
        rows = (items.elements ?? []).map { AnswerRow($0, of: endpoint) }
    }
}

extension AnswerRow {
    init(_ json: JSONNode, of endpoint: SbankenEndpoint) {
        self.init(json) { SbankenProblems.malformed(endpoint, $0) }
    }
}
