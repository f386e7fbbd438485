/// Keeps handles of requests that ended well for the next ones to the same address.
///
/// Setting up a handle costs more than a request over a connection that is open. Nothing stays here
/// once no request is under way.
struct CurlShelf {
    private var kept: [CurlTransfer] = []
    private static let limit = 32

    /// A transfer for an order: a kept one if the last fits, else a new one.
    mutating func transfer(
        for order: CurlOrder, _ options: TransportOptions
    ) throws(TransportError) -> CurlTransfer {
        guard let last = kept.last, last.fits(order) else {
            return try CurlTransfer(order: order, options: options)
        }
        kept.removeLast()
        try last.reuse(for: order)
        return last
    }

    /// Takes a transfer that has ended well.
    mutating func keep(_ transfer: CurlTransfer) {
        guard transfer.isReusable, kept.count < Self.limit else { return }
        kept.append(transfer)
    }

    /// Frees all.
    mutating func clear() {
        if !kept.isEmpty { kept = [] }
    }
}
