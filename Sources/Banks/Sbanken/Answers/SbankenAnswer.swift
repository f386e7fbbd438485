import Finance
import HTTP

/// Tells an answer from something that only looks like one.
enum SbankenAnswer {
    /// The JSON of an answer whose status is fine.
    ///
    /// - Throws: a malformed answer for a web page or broken JSON, a server failure for an error
    ///   that the bank sends with status 200, ``SbankenTrouble/notFound`` if it says so.
    static func json(
        in body: [UInt8], from endpoint: SbankenEndpoint
    ) throws(SbankenTrouble) -> JSONNode {
        let root = try object(in: body, from: endpoint)
        if let error = SbankenErrorBody(root) { throw error.trouble(from: endpoint, status: 200) }
        return root
    }

    /// The JSON object that a body is, even if it tells of an error.
    ///
    /// - Throws: a malformed answer for anything else.
    static func object(
        in body: [UInt8], from endpoint: SbankenEndpoint
    ) throws(SbankenTrouble) -> JSONNode {
        // Strict reading, and a key that stands twice means two things.
        let text = PositionedJSON(body, isStrict: true)
        guard let root = text.root, text.problems.isEmpty, root.members != nil else {
            throw .failed(SbankenProblems.malformed(endpoint, kind(of: body)))
        }
        return root
    }

    /// What a response means whose status is none of success.
    static func trouble(
        in response: HTTPResponse, from endpoint: SbankenEndpoint
    ) -> SbankenTrouble {
        switch response.status {
        case 403: return .failed(SbankenProblems.forbidden(endpoint))
        case 404: return .notFound
        case 429: return .throttled(retryAfter: response.retryAfter)
        case 300...399:
            return .failed(SbankenProblems.malformed(endpoint, "the address has moved"))
        default:
            let root = PositionedJSON(response.body, isStrict: true).root
            let error = root.flatMap { SbankenErrorBody($0) } ?? SbankenErrorBody()
            return error.trouble(from: endpoint, status: response.status)
        }
    }

    /// The object of an answer about one thing: bare, or under `item` in the first form.
    static func single(
        in json: JSONNode, from endpoint: SbankenEndpoint, _ dialect: SbankenDialect
    ) throws(SbankenTrouble) -> SbankenRow {
        guard dialect == .v1 else { return SbankenRow(json, of: endpoint) }
        guard let item = json["item"] else {
            throw .failed(SbankenProblems.malformed(endpoint, "the answer has no 'item'"))
        }
        guard item.value != .null else { throw .notFound }
        return SbankenRow(item, of: endpoint)
    }

    /// Whether `text` is a short word that may be shown: an error code, never a number or a name.
    static func isWord(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0 | 0x20) || $0 == 0x5f }
    }

    private static func kind(of body: [UInt8]) -> String {
        let first = body.first { $0 > 0x20 }
        switch first {
        case nil: return "the answer is empty"
        case UInt8(ascii: "<"): return "the answer is a web page, not data"
        default: return "the answer is not the JSON that was expected"
        }
    }
}
