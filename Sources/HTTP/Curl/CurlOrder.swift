/// A request on its way to the thread that carries it out.
final class CurlOrder: Sendable {
    /// Who waits for the result; a mail server's reply comes as a status without a body.
    enum Answer: Sendable {
        /// The sender of a single request.
        case single(CheckedContinuation<Result<HTTPResponse, TransportError>, Never>)
        /// A batch, for which this is one of its requests.
        case part(CurlBatch, Int)
    }

    /// The request's name.
    let ticket: CurlTicket
    /// What is sent; checked before it got here.
    let job: CurlJob
    /// Where it goes.
    let target: HTTPTarget
    /// Who waits for the result.
    let answer: Answer

    /// Makes an order.
    init(ticket: CurlTicket, job: CurlJob, target: HTTPTarget, answer: Answer) {
        self.ticket = ticket
        self.job = job
        self.target = target
        self.answer = answer
    }

    /// The batch that the request belongs to.
    var batch: CurlBatch? {
        if case .part(let batch, _) = answer { batch } else { nil }
    }

    /// Tells who waits.
    func end(_ result: Result<HTTPResponse, TransportError>) {
        switch answer {
        case .single(let continuation): continuation.resume(returning: result)
        case .part(let batch, let number): batch.note(result, of: number)
        }
    }
}
