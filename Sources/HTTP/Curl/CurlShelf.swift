/// Keeps handles of requests that ended well for later ones.
///
/// Setting up a handle costs a third of a request over a connection that is open. Kept ones hold
/// nothing of the requests they served; the last piece of an answer stays in libcurl's buffer until the
/// next one, as it would in freed memory.
struct CurlShelf {
    private var kept: [CurlTransfer] = []
    private static let limit = 32
    /// How many stay while no request is under way, for the next poll.
    private static let restingLimit = 2

    /// A transfer for an order: a kept one that fits, else a new one.
    mutating func transfer(
        for order: CurlOrder, _ options: TransportOptions
    ) throws(TransportError) -> CurlTransfer {
        guard let place = kept.lastIndex(where: { $0.fits(order) }) else {
            return try CurlTransfer(order: order, options: options)
        }
        let transfer = kept.remove(at: place)
        try transfer.take(order)
        return transfer
    }

    /// Takes a transfer that has ended well.
    mutating func keep(_ transfer: CurlTransfer) {
        guard transfer.isReusable, kept.count < Self.limit else { return }
        transfer.forget()
        kept.append(transfer)
    }

    /// Frees all but those that were used last; when no request is under way.
    mutating func rest() {
        if kept.count > Self.restingLimit { kept.removeFirst(kept.count - Self.restingLimit) }
    }

    /// Frees all.
    mutating func clear() {
        kept = []
    }
}
