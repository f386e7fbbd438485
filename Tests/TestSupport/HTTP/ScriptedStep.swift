public import HTTP

/// One foreseen call of a ``ScriptedTransport`` and its answer.
public struct ScriptedStep: Sendable {
    private let method: HTTPRequest.Method
    private let urlPart: String
    /// What the call leads to.
    let answer: ScriptedTransport.Answer

    /// Foresees a call whose address contains `urlPart`, answered by a function.
    public init(
        _ method: HTTPRequest.Method, _ urlPart: String,
        answering answer: @escaping ScriptedTransport.Answer
    ) {
        self.method = method
        self.urlPart = urlPart
        self.answer = answer
    }

    /// Foresees a call that gets a response.
    public init(_ method: HTTPRequest.Method, _ urlPart: String, answer: HTTPResponse) {
        self.init(method, urlPart) { (_) throws(TransportError) in answer }
    }

    /// Foresees a call that fails.
    public init(_ method: HTTPRequest.Method, _ urlPart: String, failure: TransportError) {
        self.init(method, urlPart) { (_) throws(TransportError) in throw failure }
    }

    /// Whether this is the call that was foreseen.
    func fits(_ request: HTTPRequest) -> Bool {
        request.method == method && request.url.contains(urlPart)
    }
}

extension HTTPResponse {
    /// A JSON answer with 200 or another status.
    public static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        let type = HTTPHeader("Content-Type", "application/json; charset=utf-8")
        return HTTPResponse(status: status, headers: [type], body: Array(text.utf8))
    }
}
