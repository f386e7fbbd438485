/// What has come of an answer so far.
struct ResponseBuffer {
    /// Why no more of an answer is taken.
    enum Excess: Sendable {
        /// There are too many headers, or they are too long.
        case headers
        /// The body is longer than wanted.
        case body
    }

    /// The headers of the last answer; an interim one may have come before.
    private(set) var headers: [HTTPHeader] = []
    /// The body.
    private(set) var body: [UInt8] = []
    /// What there was too much of, if anything.
    private(set) var excess: Excess?
    private var headerBytes = 0

    private static let maximumHeaders = 200
    private static let maximumHeaderBytes = 64 << 10

    /// Takes a piece of the body; false if it is more than `limit` bytes in all.
    mutating func take(body bytes: UnsafeRawBufferPointer, upTo limit: Int) -> Bool {
        guard bytes.count <= limit - body.count else {
            excess = .body
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line of a header, with its line end; false if it is one too many.
    mutating func take(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headers.count < Self.maximumHeaders, headerBytes <= Self.maximumHeaderBytes else {
            excess = .headers
            return false
        }
        if let header = HTTPHeader(line: bytes) {
            if headers.isEmpty { headers.reserveCapacity(8) }
            headers.append(header)
        } else if bytes.starts(with: "HTTP/".utf8) {
            // A status line begins a new answer; what came before was an interim one.
            headers = []
        }
        return true
    }
}
