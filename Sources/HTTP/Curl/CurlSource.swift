import CCurl
import CCurlShims
import Glibc

/// Carries out all requests of a transport in the program's loop, without a thread.
///
/// Everything but the mailbox belongs to the loop's thread.
final class CurlSource: EventSource, @unchecked Sendable {
    private var flights: CurlFlights
    /// The descriptors and the time that libcurl waits for.
    private var wish = EventWish()

    /// Prepares; the handle is taken over and freed at the end.
    init(handle: CurlHandle, mailbox: CurlMailbox, options: TransportOptions) {
        flights = CurlFlights(handle: handle, mailbox: mailbox, options: options)
        let context = Unmanaged.passUnretained(self).toOpaque()
        sv_multi_set_socket(flights.multi, curlWantsEvents, context)
        sv_multi_set_timer(flights.multi, curlWantsTime, context)
    }

    /// One turn: bytes on, results out, orders in; `nil` when told to stop.
    func serve(_ ready: [pollfd]) -> EventWish? {
        for descriptor in ready where waits(at: descriptor.fd) {
            act(descriptor.fd, Self.meaning(of: descriptor.revents))
        }
        repeat {
            guard flights.begin() else {
                flights.shutDown()
                return nil
            }
            if let alarm = wish.deadline, alarm <= .now {
                wish.deadline = nil
                act(CURL_SOCKET_TIMEOUT, 0)
            }
            // With a result, others may go now.
        } while flights.collectResults()
        return wish
    }

    /// Notes what libcurl waits for at a descriptor; nothing if it is done with it.
    fileprivate func want(_ what: Int32, at descriptor: Int32) {
        let reads = what & CURL_POLL_IN != 0 ? Int16(POLLIN) : 0
        let writes = what & CURL_POLL_OUT != 0 ? Int16(POLLOUT) : 0
        wish.descriptors.removeAll { $0.fd == descriptor }
        if what != CURL_POLL_REMOVE {
            wish.descriptors.append(pollfd(fd: descriptor, events: reads | writes, revents: 0))
        }
    }

    /// Notes after how many milliseconds libcurl wants to be called; a negative number for never.
    fileprivate func want(callAfter milliseconds: Int) {
        wish.deadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    }

    private func waits(at descriptor: Int32) -> Bool {
        wish.descriptors.contains { $0.fd == descriptor }
    }

    private func act(_ descriptor: Int32, _ what: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(flights.multi, descriptor, what, &running)
    }

    private static func meaning(of events: Int16) -> Int32 {
        let (reads, writes) = (Int32(events) & POLLIN != 0, Int32(events) & POLLOUT != 0)
        let fails = Int32(events) & ~(POLLIN | POLLOUT) != 0
        return (reads ? CURL_CSELECT_IN : 0) | (writes ? CURL_CSELECT_OUT : 0)
            | (fails ? CURL_CSELECT_ERR : 0)
    }
}

// Free functions, so that no actor is inherited by what C calls on the loop's thread.

private func curlWantsEvents(
    _ handle: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t, _ what: Int32,
    _ context: UnsafeMutableRawPointer?, _ socket: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<CurlSource>.fromOpaque(context).takeUnretainedValue().want(what, at: descriptor)
    return 0
}

private func curlWantsTime(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    Unmanaged<CurlSource>.fromOpaque(context).takeUnretainedValue()
        .want(callAfter: milliseconds)
    return 0
}
