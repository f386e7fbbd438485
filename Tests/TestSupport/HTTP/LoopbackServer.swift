import Foundation
import Glibc
import HTTP
import Threads

/// A small HTTP/1.1 server on 127.0.0.1 that does what a test says, the rude things included.
///
/// Every connection has a thread, so that an answer may block. Nothing in it waits on time.
///
/// ```swift
/// let server = try LoopbackServer { _ in .text("hello") }
/// defer { server.stop() }
/// let response = try await transport.send(HTTPRequest(url: server.url("/x")))
/// ```
public final class LoopbackServer: Sendable {
    /// Decides what to do with a request.
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackAnswer

    /// Why there is no server.
    public struct StartFailure: Error, Sendable {
        /// The call that failed.
        public let call: String
        /// The system's error number.
        public let number: Int32
    }

    struct State: Sendable {
        var requests: [LoopbackRequest] = []
        var open: Set<Int32> = []
        var accepted = 0
        var isStopped = false
        var waiting: [(count: Int, task: CheckedContinuation<Void, Never>)] = []
    }

    /// The port it listens on.
    public let port: UInt16
    let handler: Handler
    let state = Lock(State())
    private let listener: Int32

    /// Starts listening on a free port.
    public init(_ handler: @escaping Handler) throws(StartFailure) {
        self.handler = handler
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [self, listener] in
            acceptAll(listener)
        }
    }

    /// The address of a path on this server.
    public func url(_ path: String) -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// Everything received so far.
    public var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    /// How many connections were accepted so far.
    public var connectionCount: Int { state.withLock { $0.accepted } }

    /// Suspends until so many requests have been received in all.
    public func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { task in
            let isThere = state.withLock { state in
                let isThere = state.requests.count >= count || state.isStopped
                if !isThere { state.waiting.append((count, task)) }
                return isThere
            }
            if isThere { task.resume() }
        }
    }

    /// Ends all connections and stops listening; may be called twice.
    public func stop() {
        let waiting = state.withLock { state in
            guard !state.isStopped else { return [CheckedContinuation<Void, Never>]() }
            state.isStopped = true
            // Wakes the threads out of their system calls; they close what is theirs.
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
            shutdown(listener, Int32(SHUT_RDWR))
            defer { state.waiting = [] }
            return state.waiting.map(\.task)
        }
        for task in waiting { task.resume() }
    }

    func record(_ request: LoopbackRequest) {
        let ready = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let ready = state.waiting.filter { $0.count <= count }.map(\.task)
            state.waiting.removeAll { $0.count <= count }
            return ready
        }
        for task in ready { task.resume() }
    }

    private func acceptAll(_ listener: Int32) {
        while let connection = acceptOne(listener) {
            Thread.detachNewThread { connection.serve() }
        }
        close(listener)
    }

    private func acceptOne(_ listener: Int32) -> LoopbackConnection? {
        var descriptor = accept(listener, nil, nil)
        // A connection that went away meanwhile is no reason to stop.
        while descriptor < 0, !state.withLock({ $0.isStopped }) {
            descriptor = accept(listener, nil, nil)
        }
        guard descriptor >= 0 else { return nil }
        let number: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.accepted += 1
            state.open.insert(descriptor)
            return state.accepted
        }
        guard let number else {
            close(descriptor)
            return nil
        }
        return LoopbackConnection(descriptor: descriptor, number: number, server: self)
    }

    private static func listen() throws(StartFailure) -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw StartFailure(call: "socket", number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && Glibc.listen(descriptor, 1_024) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard result else {
            let number = errno
            close(descriptor)
            throw StartFailure(call: "listen", number: number)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
