import Threads

/// A batch on its way through the loop; each of its requests becomes an order of its own.
final class CurlBatch: Sendable {
    private struct State: Sendable {
        var results: [Result<HTTPResponse, TransportError>?]
        var begun = 0
        var underWay = 0
        var isEnding = false
        var address: (url: String, value: HTTPAddress)?
        var answer: CheckedContinuation<[Result<HTTPResponse, TransportError>?], Never>?
    }

    private let batch: RequestBatch
    private let width: Int
    private let state: Lock<State>

    /// Prepares a batch of which `width` requests may be under way at once.
    init(_ batch: RequestBatch, width: Int) {
        self.batch = batch
        self.width = max(1, width)
        state = Lock(State(results: Array(repeating: nil, count: batch.count)))
    }

    /// Remembers who waits; before the batch is handed over.
    func expect(_ answer: CheckedContinuation<[Result<HTTPResponse, TransportError>?], Never>) {
        state.withLock { $0.answer = answer }
    }

    /// The next request that may go now; `nil` while as many as may be are under way, and at the end.
    func next() -> CurlOrder? {
        while let number = nextNumber() {
            let request = batch.request(number)
            do throws(TransportError) {
                let address = try address(request.url)
                try request.checkHeaders()
                return CurlOrder(
                    ticket: CurlTicket(), job: .http(request, address), target: address.target,
                    answer: .part(self, number))
            } catch {
                note(.failure(error), of: number)
            }
        }
        return nil
    }

    /// Notes what became of a request.
    func note(_ result: Result<HTTPResponse, TransportError>, of number: Int) {
        let goesOn = batch.goesOn(result)
        state.withLock { state in
            state.results[number] = result
            state.underWay -= 1
            if !goesOn { state.isEnding = true }
        }
    }

    /// Begins nothing more.
    func end() {
        state.withLock { $0.isEnding = true }
    }

    /// Tells who waits once nothing is under way and nothing is to be begun; whether that is so.
    func answerIfDone() -> Bool {
        let (isDone, answer, results) = state.withLock { state in
            let isDone = state.underWay == 0 && (state.isEnding || state.begun == batch.count)
            defer { if isDone { state.answer = nil } }
            return (isDone, isDone ? state.answer : nil, state.results)
        }
        answer?.resume(returning: results)
        return isDone
    }

    private func nextNumber() -> Int? {
        state.withLock { state in
            guard !state.isEnding, state.underWay < width, state.begun < batch.count else {
                return nil
            }
            defer {
                state.begun += 1
                state.underWay += 1
            }
            return state.begun
        }
    }

    /// Reads an address; the requests of a batch mostly have the same one.
    private func address(_ url: String) throws(TransportError) -> HTTPAddress {
        if let known = state.withLock({ $0.address }), known.url == url { return known.value }
        let address = try HTTPAddress(url: url)
        state.withLock { $0.address = (url, address) }
        return address
    }
}
