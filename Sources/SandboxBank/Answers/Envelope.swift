/// Wraps answers in the way of a dialect.
struct Envelope: Sendable {
    /// Which of the two forms of a v1 answer an error takes.
    enum Shape: Sendable {
        /// With `availableItems` and `items`.
        case list
        /// With `item`.
        case single
    }

    /// How the forms of answers stand that changed over the years.
    struct Form: Sendable {
        /// Whether the items of an empty list are null.
        var nullItems = false
        /// Whether the envelope is that of 2018.
        var isOld = false
        /// Where the switch `problemCase` stands.
        var problemCase = "usual"
        /// Whether an unknown account is told with `item` null.
        var missingIsNull = false
    }

    /// The dialect.
    let dialect: SandboxDialect
    /// The id under which the bank would find the call in its logs.
    let traceId: String
    /// How answers are written at the moment.
    var form = Form()

    /// A page of rows; `total` counts those of all pages.
    func list(_ rows: [JSONOutput], total: Int) -> WireReply {
        let items: JSONOutput = rows.isEmpty && form.nullItems ? .null : .array(rows)
        let members = [("availableItems", JSONOutput.whole(total)), ("items", items)]
        return .json(200, .object(dialect == .v1 ? members + noError : members))
    }

    /// One object: under `item` in v1, bare in v2.
    func single(_ object: JSONOutput) -> WireReply {
        .json(200, dialect == .v1 ? .object([("item", object)] + noError) : object)
    }

    /// What follows an order that was carried out.
    func done() -> WireReply {
        dialect == .v1 ? .json(200, .object(noError)) : .empty(204)
    }

    /// A request that breaks the rules.
    func badRequest(_ message: String, shape: Shape) -> WireReply {
        switch dialect {
        case .v1: .json(400, envelope(shape, type: "Input", message: message))
        case .v2: problem(400, detail: message)
        }
    }

    /// An account that does not exist.
    func notFound(shape: Shape) -> WireReply {
        switch dialect {
        case .v1 where form.missingIsNull && shape == .single:
            .json(200, .object([("item", .null)] + noError))
        case .v1: .json(404, envelope(shape, type: "NotFound", message: "Not found."))
        case .v2: problem(404, detail: "Not found.")
        }
    }

    /// Too many calls.
    func tooMany(retryAfter seconds: Int) -> WireReply {
        var reply = problem(429, detail: "Too many requests.")
        if dialect == .v1 { reply = .empty(429) }
        reply.headers.append(("Retry-After", String(seconds)))
        return reply
    }

    /// A failure of the service: the body of 2018 with 503, that of 2021 with 500.
    func failure(status: Int? = nil) -> WireReply {
        switch dialect {
        case .v1:
            .json(
                status ?? 503,
                .object([
                    ("errorType", .whole(0)), ("isError", .bool(true)),
                    ("errorMessage", .string(Self.oldFailure)), ("traceId", .string(traceId)),
                ]))
        case .v2: .json(status ?? 500, .object(failureDetails))
        }
    }

    private var failureDetails: [(String, JSONOutput)] {
        let isPascal = form.problemCase != "camel"
        let details: [(String, JSONOutput)] = [
            ("Type", .string("")), ("Title", .string(Self.title)), ("Status", .whole(500)),
            ("Detail", .string("An error has occured.")), ("Instance", .null),
            ("Extensions", .object([("traceId", .string(traceId))])),
        ]
        return details.map { (isPascal ? $0 : Self.camel($0), $1) }
    }

    private static func camel(_ key: String) -> String {
        key.prefix(1).lowercased() + key.dropFirst()
    }

    private static let title = "Could not complete the request."
    private static let oldFailure =
        "Could not complete the request due to an expected or unexpected error."

    private var noError: [(String, JSONOutput)] {
        let members: [(String, JSONOutput)] = [
            ("errorType", form.isOld ? .whole(0) : .null), ("isError", .bool(false)),
            ("errorCode", .null), ("errorMessage", .null), ("traceId", .null),
        ]
        return form.isOld ? members.filter { $0.0 != "errorCode" } : members
    }

    private func envelope(_ shape: Shape, type: String, message: String) -> JSONOutput {
        let content: [(String, JSONOutput)] =
            switch shape {
            case .list: [("availableItems", .whole(0)), ("items", .null)]
            case .single: [("item", .null)]
            }
        let error: [(String, JSONOutput)] = [
            ("errorType", form.isOld ? .whole(type == "Input" ? 1 : 5) : .string(type)),
            ("isError", .bool(true)), ("errorCode", .null), ("errorMessage", .string(message)),
            ("traceId", .string(traceId)),
        ]
        return .object(content + (form.isOld ? error.filter { $0.0 != "errorCode" } : error))
    }

    private func problem(_ status: Int, detail: String) -> WireReply {
        let members: [(String, JSONOutput)] = [
            ("type", .string("")), ("title", .string(Self.title)), ("status", .whole(status)),
            ("detail", .string(detail)), ("instance", .null), ("traceId", .string(traceId)),
        ]
        let isPascal = form.problemCase == "pascal"
        let details = members.map { name, value in
            (isPascal ? name.prefix(1).uppercased() + name.dropFirst() : name, value)
        }
        return .json(
            status, .object(details), type: "application/problem+json; charset=utf-8")
    }
}
