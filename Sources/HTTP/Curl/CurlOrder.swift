/// A request on its way to the thread that carries it out.
struct CurlOrder: Sendable {
    /// The request's name.
    let ticket: CurlTicket
    /// What is sent; checked before it got here.
    let job: CurlJob
    /// Where it goes.
    let target: HTTPTarget
    /// Who waits for the result; a mail server's reply comes as a status without a body.
    let answer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
}
