import Finance

/// Wraps answers in the form of a dialect.
struct Envelope: Sendable {
    /// Which of the two forms of a v1 answer an error takes.
    enum Shape: Sendable {
        case list
        case single
    }

    let dialect: SandboxDialect
    let traceId: String

    /// A page of rows; `total` counts those of all pages.
    func list(_ rows: [JSONOutput], total: Int) -> WireReply {
        let members = [("availableItems", JSONOutput.whole(total)), ("items", .array(rows))]
        return .json(200, .object(dialect == .v1 ? members + Self.noError : members))
    }

    func single(_ object: JSONOutput) -> WireReply {
        .json(200, dialect == .v1 ? .object([("item", object)] + Self.noError) : object)
    }

    func badRequest(_ message: String) -> WireReply {
        refusal(400, type: "Input", message, shape: .list)
    }

    func notFound(shape: Shape) -> WireReply {
        refusal(404, type: "NotFound", "Not found.", shape: shape)
    }

    func tooMany(retryAfter seconds: Int) -> WireReply {
        (dialect == .v1 ? .empty(429) : problem(429, detail: "Too many requests."))
            .retryAfter(seconds)
    }

    /// A failure of the service: the body of 2018 with 503, that of 2021 with 500.
    func failure(status: Int? = nil) -> WireReply {
        switch dialect {
        case .v1:
            .json(
                status ?? 503,
                [
                    "errorType": 0, "isError": true, "errorMessage": .string(Self.oldFailure),
                    "traceId": .string(traceId),
                ])
        case .v2:
            .json(
                status ?? 500,
                [
                    "Type": "", "Title": .string(Self.title), "Status": 500,
                    "Detail": "An error has occured.", "Instance": nil,
                    "Extensions": ["traceId": .string(traceId)],
                ])
        }
    }

    private static let title = "Could not complete the request."
    private static let oldFailure =
        "Could not complete the request due to an expected or unexpected error."

    private static let noError: [(String, JSONOutput)] = [
        ("errorType", .null), ("isError", .bool(false)), ("errorCode", .null),
        ("errorMessage", .null), ("traceId", .null),
    ]

    private func refusal(
        _ status: Int, type: String, _ message: String, shape: Shape
    ) -> WireReply {
        guard dialect == .v1 else { return problem(status, detail: message) }
        let content: [(String, JSONOutput)] =
            switch shape {
            case .list: [("availableItems", .whole(0)), ("items", .null)]
            case .single: [("item", .null)]
            }
        let error: [(String, JSONOutput)] = [
            ("errorType", .string(type)), ("isError", .bool(true)), ("errorCode", .null),
            ("errorMessage", .string(message)), ("traceId", .string(traceId)),
        ]
        return .json(status, .object(content + error))
    }

    private func problem(_ status: Int, detail: String) -> WireReply {
        .json(
            status,
            [
                "type": "", "title": .string(Self.title), "status": .whole(status),
                "detail": .string(detail), "instance": nil, "traceId": .string(traceId),
            ], type: "application/problem+json; charset=utf-8")
    }
}
