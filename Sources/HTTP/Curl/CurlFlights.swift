import CCurl
import CCurlShims

/// The requests in libcurl's hands and those that wait for their turn.
///
/// Every handle of libcurl belongs to the thread that calls this (``CurlLoop``).
struct CurlFlights: ~Copyable {
    /// A request from its acceptance to its end.
    private final class Flight {
        let order: CurlOrder
        /// Absent while the request waits for its turn.
        var transfer: CurlTransfer?
        /// Where its turn has to be given back; absent before it, and for one of a batch.
        var lane: AdmissionQueue<Flight>.Lane?

        init(_ order: CurlOrder) {
            self.order = order
        }
    }

    /// libcurl's handle for all of them.
    let multi: UnsafeMutableRawPointer
    private let mailbox: CurlMailbox
    private let options: TransportOptions
    private var queue: AdmissionQueue<Flight>
    private var flights: [ObjectIdentifier: Flight] = [:]
    /// Those that do not wait, by libcurl's handle for them.
    private var underWay: [UnsafeMutableRawPointer: Flight] = [:]
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
    mutating func begin() -> Bool {
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

    private mutating func accept(_ order: CurlOrder) {
        guard !order.ticket.isCancelled else {
            return order.end(.failure(.cancelled))
        }
        queue.enqueue(add(order), to: order.target)
    }

    private mutating func add(_ order: CurlOrder) -> Flight {
        let flight = Flight(order)
        flights[ObjectIdentifier(order.ticket)] = flight
        return flight
    }

    private mutating func startWaiting() {
        while let (flight, lane) = queue.next() {
            flight.lane = lane
            start(flight)
        }
        for batch in batches {
            while let order = batch.next() { start(add(order)) }
        }
    }

    /// Lets go of batches that have ended, and of what is kept for the next request.
    private mutating func settleBatches() {
        if !batches.isEmpty { batches.removeAll { $0.answerIfDone() } }
        if flights.isEmpty, batches.isEmpty { shelf.rest() }
    }

    private mutating func start(_ flight: Flight) {
        // Cancelled while it waited: the turn is given back.
        guard flights[ObjectIdentifier(flight.order.ticket)] != nil else {
            return giveBackTurn(of: flight)
        }
        do throws(TransportError) {
            let transfer = try shelf.transfer(for: flight.order, options)
            flight.transfer = transfer
            underWay[transfer.handle] = flight
            let code = curl_multi_add_handle(multi, transfer.handle)
            guard code == CURLM_OK else { throw .other(code: Int(code.rawValue)) }
        } catch {
            finish(flight, .failure(error))
        }
    }

    private mutating func cancel(_ ticket: CurlTicket) {
        if let flight = flights[ObjectIdentifier(ticket)] { finish(flight, .failure(.cancelled)) }
    }

    private mutating func cancel(_ batch: CurlBatch) {
        let its = flights.values.filter { $0.order.batch === batch }
        for flight in its { finish(flight, .failure(.cancelled)) }
    }

    /// Tells senders what became of requests that ended; whether there were any.
    mutating func collectResults() -> Bool {
        var left: Int32 = 0
        var ended = false
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE,
                let handle = message.pointee.easy_handle, let flight = underWay[handle]
            else { continue }
            // Read before the handle is removed, which frees the message.
            let code = message.pointee.data.result
            guard let result = flight.transfer?.result(code) else { continue }
            finish(flight, result)
            ended = true
        }
        settleBatches()
        return ended
    }

    /// Frees what the request used and tells its sender.
    private mutating func finish(_ flight: Flight, _ result: Result<HTTPResponse, TransportError>) {
        flights[ObjectIdentifier(flight.order.ticket)] = nil
        if let transfer = flight.transfer {
            curl_multi_remove_handle(multi, transfer.handle)
            underWay[transfer.handle] = nil
            if case .success = result { shelf.keep(transfer) }
        }
        giveBackTurn(of: flight)
        flight.order.end(result)
    }

    private mutating func giveBackTurn(of flight: Flight) {
        if let lane = flight.lane.take() { queue.finished(in: lane) }
    }

    /// Ends everything that is left, and frees the handle.
    mutating func shutDown() {
        for flight in Array(flights.values) { finish(flight, .failure(.closed)) }
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
