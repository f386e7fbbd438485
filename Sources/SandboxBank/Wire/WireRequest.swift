/// An HTTP request, taken apart.
struct WireRequest: Sendable {
    /// `GET`, `POST` and so on.
    let method: String
    /// The path as it was sent, without the query.
    let path: String
    /// The parameters of the query, decoded, names in lower case.
    let parameters: [(name: String, value: String)]
    /// The header lines, names in lower case.
    let headers: [(name: String, value: String)]
    /// The body.
    let body: [UInt8]

    /// Takes apart a request whose target is `/path?query`, or a whole address.
    init(method: String, target: String, headers: [(String, String)], body: [UInt8]) {
        let parts = Self.withoutOrigin(target).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = String(parts.first ?? "/")
        parameters = parts.count < 2 ? [] : FormCoding.pairs(of: parts[1])
        self.headers = headers.map { ($0.0.lowercased(), $0.1) }
        self.body = body
    }

    /// The parts of the path between slashes, without empty ones.
    var segments: [String] { path.split(separator: "/").map(String.init) }

    /// The first header line of that lower-case name.
    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The last parameter of that lower-case name.
    func parameter(_ name: String) -> String? {
        parameters.last { $0.name == name }?.value
    }

    private static func withoutOrigin(_ target: String) -> Substring {
        guard !target.hasPrefix("/") else { return target[...] }
        // `http://host/path`: what follows the third slash.
        let parts = target.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? "/" + parts[3] : "/"
    }
}
