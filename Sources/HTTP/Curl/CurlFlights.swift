import CCurl
import CCurlShims

/// The requests in libcurl's hands and those that wait for their turn.
///
/// Every handle of libcurl belongs to the thread that calls this: one of its own (``CurlLoop``) or
/// that of the program's loop (``CurlSource``).
final class CurlFlights {
    private struct Flight {
        let order: CurlOrder
        /// Absent while the request waits for its turn.
        var transfer: CurlTransfer?
    }

    /// libcurl's handle for all of them.
    let multi: UnsafeMutableRawPointer
    private let mailbox: CurlMailbox
    private let options: TransportOptions
    private var queue: AdmissionQueue<CurlOrder>
    private var flights: [ObjectIdentifier: Flight] = [:]
    private var names: [UnsafeMutableRawPointer: ObjectIdentifier] = [:]
    private var batches: [CurlBatch] = []
    private var shelf = CurlShelf()

    /// Prepares; the handle is taken over and freed by ``shutDown()``.
    init(handle: CurlHandle, mailbox: CurlMailbox, options: TransportOptions) {
        multi = handle.pointer
        self.mailbox = mailbox
        self.options = options
        queue = AdmissionQueue(
            total: options.maximumRequests, perLane: options.maximumRequestsPerHost)
        // As many connections are kept for later as can be busy, no more.
        let busy = max(options.maximumRequests, options.maximumRequestsPerBatch)
        sv_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, busy))
    }

    /// Carries out what came in and lets go who may go; false when told to stop.
    func begin() -> Bool {
        for command in mailbox.takeCommands() {
            switch command {
            case .start(let order): accept(order)
            case .cancel(let ticket): cancel(ticket)
            case .startBatch(let batch): batches.append(batch)
            case .cancelBatch(let batch): cancel(batch)
            case .stop: return false
            }
        }
        startWaiting()
        return true
    }

    private func accept(_ order: CurlOrder) {
        guard !order.ticket.isCancelled else {
            return order.end(.failure(.cancelled))
        }
        flights[ObjectIdentifier(order.ticket)] = Flight(order: order)
        queue.enqueue(order, to: order.target)
    }

    private func startWaiting() {
        while let order = queue.next() {
            start(order)
        }
        for batch in batches {
            while let order = batch.next() {
                flights[ObjectIdentifier(order.ticket)] = Flight(order: order)
                start(order)
            }
        }
    }

    /// Lets go of batches that have ended, and of what is kept for the next request.
    private func settleBatches() {
        if !batches.isEmpty { batches.removeAll { $0.answerIfDone() } }
        if flights.isEmpty, batches.isEmpty { shelf.clear() }
    }

    private func start(_ order: CurlOrder) {
        let name = ObjectIdentifier(order.ticket)
        // Cancelled while it waited: the turn is given back.
        guard flights[name] != nil else { return queue.finished(order.target) }
        do throws(TransportError) {
            let transfer = try shelf.transfer(for: order, options)
            flights[name]?.transfer = transfer
            names[transfer.handle] = name
            let code = curl_multi_add_handle(multi, transfer.handle)
            guard code == CURLM_OK else { throw .other(code: Int(code.rawValue)) }
        } catch {
            finish(name, .failure(error))
        }
    }

    private func cancel(_ ticket: CurlTicket) {
        finish(ObjectIdentifier(ticket), .failure(.cancelled))
    }

    private func cancel(_ batch: CurlBatch) {
        let underWay = flights.filter { $0.value.order.batch === batch }
        for name in underWay.keys { finish(name, .failure(.cancelled)) }
    }

    /// Tells senders what became of requests that ended; whether there were any.
    func collectResults() -> Bool {
        var left: Int32 = 0
        var ended = false
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE,
                let handle = message.pointee.easy_handle, let name = names[handle]
            else { continue }
            // Read before the handle is removed, which frees the message.
            let code = message.pointee.data.result
            guard let result = flights[name]?.transfer?.result(code) else { continue }
            finish(name, result)
            ended = true
        }
        settleBatches()
        return ended
    }

    /// Frees what the request used and tells its sender; harmless for one that has ended.
    private func finish(_ name: ObjectIdentifier, _ result: Result<HTTPResponse, TransportError>) {
        guard let flight = flights.removeValue(forKey: name) else { return }
        if let transfer = flight.transfer {
            curl_multi_remove_handle(multi, transfer.handle)
            names[transfer.handle] = nil
            if case .success = result { shelf.keep(transfer) }
            if flight.order.batch == nil { queue.finished(flight.order.target) }
        }
        flight.order.end(result)
    }

    /// Ends everything that is left, and frees the handle.
    func shutDown() {
        for name in Array(flights.keys) { finish(name, .failure(.closed)) }
        for command in mailbox.takeCommands() {
            switch command {
            case .start(let order): order.end(.failure(.closed))
            case .startBatch(let batch): batches.append(batch)
            case .cancel, .cancelBatch, .stop: break
            }
        }
        for batch in batches {
            batch.end()
            _ = batch.answerIfDone()
        }
        shelf.clear()
        curl_multi_cleanup(multi)
    }
}
