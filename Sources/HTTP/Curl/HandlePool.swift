/// Keeps libcurl's handles of requests that ended for later ones.
///
/// Kept ones hold nothing of the requests they served.
struct HandlePool {
    private var kept: [Transfer] = []
    private static let limit = 32
    /// How many stay while no request is under way, for the next poll.
    private static let restingLimit = 2

    /// A transfer for a request, in a kept handle if there is one.
    mutating func transfer(
        for request: PendingRequest, _ options: TransportOptions
    ) throws(TransportError) -> Transfer {
        let transfer = if let last = kept.popLast() { last } else { try Transfer() }
        try transfer.take(request, options)
        return transfer
    }

    /// Takes a transfer that has ended.
    mutating func keep(_ transfer: Transfer) {
        transfer.forget()
        if kept.count < Self.limit { kept.append(transfer) }
    }

    /// Frees all but a few; when no request is under way.
    mutating func rest() {
        if kept.count > Self.restingLimit { kept.removeFirst(kept.count - Self.restingLimit) }
    }
}
