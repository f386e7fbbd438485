import Finance

/// An HTTP answer as it came over the wire.
struct RawResponse: Sendable {
    /// The status code.
    let status: Int
    /// Header lines, names in lower case.
    let headers: [String: String]
    /// The body.
    let body: String
    /// Whether the body was as long as announced.
    let isComplete: Bool

    /// The body as JSON; `nil` if it is none.
    var json: JSONNode? { PositionedJSON(Array(body.utf8), isStrict: true).root }

    /// The rows of a list.
    var items: [JSONNode] { json?["items"]?.elements ?? [] }

    /// The announced number of rows.
    var availableItems: String? { json?["availableItems"]?.number }

    /// The texts of all rows, in order.
    var texts: [String?] { items.map { $0["text"]?.string } }

    /// Takes answers apart as their bytes arrive.
    struct Parser {
        private var bytes: [UInt8] = []

        /// Takes more bytes.
        mutating func append(_ more: ArraySlice<UInt8>) {
            bytes += more
        }

        /// The answer, once all of it is there.
        func response() -> RawResponse? {
            guard let (head, body) = parts() else { return nil }
            let announced = head.headers["content-length"].flatMap { Int($0) } ?? 0
            guard body.count >= announced else { return nil }
            return RawResponse(
                status: head.status, headers: head.headers,
                body: String(decoding: body.prefix(announced), as: UTF8.self), isComplete: true)
        }

        /// What arrived of an answer before the connection ended; `nil` if that is nothing.
        func rest() -> RawResponse? {
            guard let (head, body) = parts() else { return nil }
            return RawResponse(
                status: head.status, headers: head.headers,
                body: String(decoding: body, as: UTF8.self), isComplete: false)
        }

        private func parts() -> (head: (status: Int, headers: [String: String]), body: [UInt8])? {
            let blank = Array("\r\n\r\n".utf8)
            let starts = bytes.indices.dropLast(blank.count - 1)
            guard let end = starts.first(where: { Array(bytes[$0..<$0 + 4]) == blank }) else {
                return nil
            }
            let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
            let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            let headers = lines.dropFirst().map { line -> (String, String) in
                let parts = line.split(separator: ":", maxSplits: 1)
                let value = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
                return (parts.first?.lowercased() ?? "", value)
            }
            return (
                (status ?? 0, Dictionary(headers) { first, _ in first }),
                Array(bytes[(end + 4)...])
            )
        }
    }
}
