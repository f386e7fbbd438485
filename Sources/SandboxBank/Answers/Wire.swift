import Finance
import Foundation

/// An HTTP request, taken apart.
struct WireRequest: Sendable {
    let method: String
    /// The path as it was sent, without the query.
    let path: String
    /// The parameters of the query, decoded, names in lower case.
    let parameters: [(name: String, value: String)]
    /// The header lines, names in lower case.
    let headers: [(name: String, value: String)]
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

/// Reads `application/x-www-form-urlencoded` text.
enum FormCoding {
    /// The pairs of `a=1&b=2`, decoded, names in lower case.
    ///
    /// A pair that cannot be decoded keeps its text as it is.
    static func pairs(of text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            let value = parts.count < 2 ? "" : String(parts[1])
            return ((decode(name) ?? name).lowercased(), decode(value) ?? value)
        }
    }

    /// The text behind `%C3%B8` and `+`; `nil` for a broken escape or what is no UTF-8.
    static func decode(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}

/// An HTTP answer.
struct WireReply: Sendable {
    var status: Int
    /// Header lines besides the length and the connection.
    var headers: [(String, String)]
    var body: [UInt8]

    static func empty(_ status: Int, headers: [(String, String)] = []) -> WireReply {
        WireReply(status: status, headers: headers, body: [])
    }

    static func json(
        _ status: Int, _ json: JSONOutput, type: String = "application/json; charset=utf-8"
    ) -> WireReply {
        .text(status, json.text, type: type)
    }

    static func text(_ status: Int, _ text: String, type: String) -> WireReply {
        WireReply(status: status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }
}

/// What becomes of a request.
enum BankAnswer: Sendable {
    case reply(WireReply)
    /// It is kept until switch `hang` is turned off.
    case hold
    /// The connection is closed without an answer.
    case close
    /// The connection is closed in the middle of this answer.
    case breakOff(WireReply)
}

/// Where a path leads; letter case and slashes at the end do not matter.
enum WireRoute: Sendable, Equatable {
    enum Resource: Sendable, Equatable {
        case accounts
        case account(id: String)
        case transactions(account: String)
        case archive(account: String)
        case list(SandboxList.Endpoint, account: String?)
    }

    case token
    /// The API in one of its dialects; no resource means an unknown address.
    case api(SandboxDialect, Resource?)
    /// The sandbox's own controls, with the rest of the path.
    case control([String])
    case unknown

    init(segments: [String]) {
        let lower = segments.map { $0.lowercased() }
        if lower == ["identityserver", "connect", "token"] {
            self = .token
        } else if lower.first == "sandbox" {
            self = .control(Array(segments.dropFirst()))
        } else if let dialect = Self.dialect(of: lower) {
            self = .api(dialect, Self.resource(Array(lower.dropFirst(3)), in: dialect))
        } else {
            self = .unknown
        }
    }

    /// The addresses of the bank through the years; the older two only spoke v1.
    private static func dialect(of lower: [String]) -> SandboxDialect? {
        guard lower.count >= 3, lower[1] == "api" else { return nil }
        switch (lower[0], lower[2]) {
        case ("apibeta", "v2"): return .v2
        case ("apibeta", "v1"), ("exec.bank", "v1"), ("bank", "v1"): return .v1
        default: return nil
        }
    }

    private static func resource(_ rest: [String], in dialect: SandboxDialect) -> Resource? {
        switch (rest.first, rest.count) {
        case ("accounts", 1): .accounts
        case ("accounts", 2): .account(id: rest[1])
        case ("transactions", 2): .transactions(account: rest[1])
        case ("transactions", 3) where rest[1] == "archive": .archive(account: rest[2])
        case ("payments", 2): .list(.payments, account: rest[1])
        case ("standingorders", 2): .list(.standingOrders, account: rest[1])
        case ("efakturas", 1) where dialect == .v1: .list(.eFakturas, account: nil)
        case ("efaktura", 1) where dialect == .v2: .list(.eFakturas, account: nil)
        case ("cards", 1): .list(.cards, account: nil)
        default: nil
        }
    }
}
