import CCurl

/// Carries out all requests of a transport on a thread of its own.
struct CurlLoop: ~Copyable {
    private var flights: CurlFlights

    /// Prepares the loop; it takes the handle over and frees it at its end.
    init(handle: CurlHandle, mailbox: CurlMailbox, options: TransportOptions) {
        flights = CurlFlights(handle: handle, mailbox: mailbox, options: options)
    }

    /// Works until the mailbox says stop.
    mutating func run() {
        while turn() {}
        flights.shutDown()
    }

    /// One turn: orders in, bytes on, results out, then sleep; false when told to stop.
    @inline(never)
    private mutating func turn() -> Bool {
        guard flights.begin() else { return false }
        var running: Int32 = 0
        curl_multi_perform(flights.multi, &running)
        let ended = flights.collectResults()
        // With a result, others may go now; without, only a socket, a time-out or a command can
        // change anything. A command posted since they were taken makes the wait end at once.
        if !ended { curl_multi_poll(flights.multi, nil, 0, Int32.max, nil) }
        return true
    }
}
