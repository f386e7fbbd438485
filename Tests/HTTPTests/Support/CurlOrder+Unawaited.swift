import Testing
import Threads

@testable import HTTP

extension CurlOrder {
    /// An order that nobody waits for.
    static func unawaited(_ job: CurlJob) async throws -> CurlOrder {
        let target =
            switch job {
            case .http(_, let address): address.target
            case .mail(let mail): try mail.target()
            case .mqtt(let message): try message.target()
            }
        let order = Lock<CurlOrder?>(nil)
        _ = await withCheckedContinuation { continuation in
            order.withLock {
                $0 = CurlOrder(
                    ticket: CurlTicket(), job: job, target: target, answer: .single(continuation))
            }
            continuation.resume(returning: .failure(.cancelled))
        }
        return try #require(order.withLock { $0 })
    }
}

extension CurlJob {
    /// A web request with its address.
    static func web(_ request: HTTPRequest) throws -> CurlJob {
        .http(request, try HTTPAddress(url: request.url))
    }
}
