import Finance

/// An error as the bank words it: its envelope (v1) or problem details (RFC 7807, in any case).
struct SbankenErrorBody: Sendable, Hashable {
    /// `NotFound`, `Input`, `0`, …; the bank sent words, numbers and null.
    private(set) var type: String?
    /// A number to name when asking the bank; shown only if it is a GUID.
    private(set) var traceID: String?

    /// Makes an error about which nothing is known.
    init() {}

    /// Reads the error in `json`; `nil` if it is none.
    init?(_ json: JSONNode) {
        let isEnvelope = json["isError"]?.value == .boolean(true)
        guard isEnvelope || Self.isProblem(json) else { return nil }
        let type = Self.member("errortype", of: json)
        self.type = [type?.string, type?.number].compactMap { $0 }.first {
            SbankenAnswer.isWord($0) || $0.utf8.count <= 2
        }
        let nested = Self.member("extensions", of: json).flatMap { Self.member("traceid", of: $0) }
        let trace = (Self.member("traceid", of: json)?.string ?? nested?.string)
        traceID = trace.flatMap { Self.isGUID($0) ? $0 : nil }
    }

    /// What the error means for the poll.
    func trouble(from endpoint: SbankenEndpoint, status: Int) -> SbankenTrouble {
        if type == "NotFound" { return .notFound }
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
