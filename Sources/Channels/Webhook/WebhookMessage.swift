import HTTP

/// A request as a dialect writes it, before signature and the person's own headers.
struct WebhookMessage: Sendable {
    /// Most services want a POST.
    var method = HTTPRequest.Method.post
    /// Where to; may hold secrets.
    let url: String
    /// Beside the content's type.
    var headers: [HTTPHeader] = []
    /// The content's type.
    var contentType = "application/json"
    /// The content.
    let body: [UInt8]

    /// The request, signed or not.
    func request(adding more: [HTTPHeader], timeout: Duration) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url,
            headers: [HTTPHeader("Content-Type", contentType)] + headers + more, body: body,
            timeout: timeout, maximumBodyBytes: 64 << 10)
    }
}
