/// A request that a ``WebhookReceiver`` got.
public struct ReceivedRequest: Sendable {
    private let headers: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]

    /// Takes over what came in.
    init(_ request: WireRequest) {
        headers = request.headers
        body = request.body
    }

    /// The first header of that name, in any letter case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name.lowercased() }?.value
    }
}
