/// A request on its way to the thread that carries it out.
struct CurlOrder: Sendable {
    /// The request's name.
    let ticket: CurlTicket
    /// What is sent; checked before it got here.
    let request: HTTPRequest
    /// Where it goes.
    let target: HTTPTarget
    /// Who waits for the result.
    let answer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
}
