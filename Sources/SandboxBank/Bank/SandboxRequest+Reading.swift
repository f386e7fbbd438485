import Finance

extension SandboxRequest {
    private static let known = ["startDate", "endDate", "index", "length"]

    /// Notes what may be told of a request.
    init(
        number: Int, _ request: WireRequest, authorization: Authorization, day: CalendarDay,
        step: Int
    ) {
        self.number = number
        method = request.method
        path = Self.masked(request.path)
        parameters = Dictionary(
            request.parameters.map { name, value in
                let known = Self.known.first { $0.lowercased() == name }
                return known.map { ($0, String(value.prefix(40))) }
                    ?? (String(name.prefix(20)), "…")
            }
        ) { _, last in last }
        self.authorization = authorization
        headerNames = request.headers.map(\.name)
        self.day = day
        self.step = step
    }

    /// Early forms of the interface had the customer number in the path.
    private static func masked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let isNumber = part.utf8.count == 11 && part.utf8.allSatisfy { (48...57).contains($0) }
            return isNumber || part.utf8.count > 40 ? "***" : String(part)
        }.joined(separator: "/")
    }
}
