/// The latest requests.
struct RequestLog: Sendable {
    /// The latest requests, oldest first.
    private(set) var requests: [SandboxRequest] = []
    private let limit: Int
    private var last = 0

    /// A log that keeps the latest `limit` requests.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The number that the next request gets.
    var nextNumber: Int { last + 1 }

    /// Writes down a request, or what became of one that is written down already.
    mutating func record(_ request: SandboxRequest) {
        guard request.number > last else {
            let index = requests.lastIndex { $0.number == request.number }
            if let index { requests[index] = request }
            return
        }
        last = request.number
        // Dropping one by one would copy the whole list each time.
        if requests.count >= limit * 2 { requests.removeFirst(requests.count - limit + 1) }
        requests.append(request)
    }

    /// The latest requests, at most as many as the limit.
    var latest: [SandboxRequest] { Array(requests.suffix(limit)) }
}
