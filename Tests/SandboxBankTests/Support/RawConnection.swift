import Dispatch
import Glibc

/// A TCP connection to the sandbox that speaks HTTP by hand, so that no client library can smooth
/// over what the server does.
final class RawConnection: Sendable {
    /// What went wrong with a connection.
    struct Failure: Error {
        /// The call and the number of the error.
        let reason: String
    }

    private let descriptor: Int32

    /// Connects to 127.0.0.1.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(reason: "socket \(errno)") }
        // Nothing here takes long; a server that never answers must not hang the tests for ever.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // The descriptor is closed with the object, which is complete by now: closed here too, it
        // would be that of somebody else by then.
        guard connected == 0 else { throw Failure(reason: "connect \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are.
    func send(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(reason: "send \(errno)") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Ends the connection from this side.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads one answer; `nil` if the server closed the connection without one.
    func response() async throws -> RawResponse? {
        try await withCheckedThrowingContinuation { continuation in
            // Reading blocks, which the threads of Swift's tasks must not.
            DispatchQueue.global().async {
                continuation.resume(with: Result { try self.read() })
            }
        }
    }

    private func read() throws -> RawResponse? {
        var parser = RawResponse.Parser()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let response = parser.response() { return response }
            // A byte at a time in the head would be slow; answers are never sent ahead of requests.
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return parser.rest() }
            guard count > 0 else { throw Failure(reason: "recv \(errno)") }
            parser.append(buffer[..<count])
        }
    }
}
