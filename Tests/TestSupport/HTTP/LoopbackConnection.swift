import Glibc
import HTTP
import Threads

/// One accepted connection, served on a thread of its own.
final class LoopbackConnection: Sendable {
    private let descriptor: Int32
    private let number: Int
    private let server: LoopbackServer

    /// Takes over an accepted descriptor.
    init(descriptor: Int32, number: Int, server: LoopbackServer) {
        self.descriptor = descriptor
        self.number = number
        self.server = server
    }

    /// Answers request after request until either side ends the connection.
    func serve() {
        var buffer: [UInt8] = []
        while serveOne(&buffer) {}
        server.state.withLock { state in
            state.open.remove(descriptor)
            close(descriptor)
        }
    }

    private func serveOne(_ buffer: inout [UInt8]) -> Bool {
        guard let request = readRequest(&buffer) else { return false }
        let answer = server.handler(request)
        server.record(request)
        return perform(answer, request)
    }

    private func perform(_ answer: LoopbackAnswer, _ request: LoopbackRequest) -> Bool {
        switch answer {
        case .respond(let status, let headers, let body):
            return send(Self.message(status, headers, body))
        case .echo:
            return send(Self.message(200, [("Content-Type", "text/plain")], request.echo))
        case .raw(let bytes):
            _ = send(bytes)
            return false
        case .held(let gate, let next):
            gate.waitOnThread()
            return perform(next, request)
        case .hang:
            var bytes = [UInt8](repeating: 0, count: 256)
            while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
            return false
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            let length = socklen_t(MemoryLayout<linger>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, length)
            return false
        case .cutAfterHeaders:
            _ = send(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8))
            return false
        }
    }

    private func readRequest(_ buffer: inout [UInt8]) -> LoopbackRequest? {
        let blankLine = Array("\r\n\r\n".utf8)
        guard let headEnd = read(until: { Self.index(of: blankLine, in: $0) }, &buffer) else {
            return nil
        }
        let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst(headEnd + blankLine.count)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return HTTPHeader(String(parts[0]), String(parts.last?.drop { $0 == " " } ?? ""))
        }
        let length = headers.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) } ?? 0
        guard read(until: { $0.count >= length ? length : nil }, &buffer) != nil else { return nil }
        defer { buffer.removeFirst(length) }
        return LoopbackRequest(
            method: String(words[0]), path: String(words[1]), headers: headers,
            body: Array(buffer[..<length]), connection: number)
    }

    private func read(until isComplete: ([UInt8]) -> Int?, _ buffer: inout [UInt8]) -> Int? {
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let end = isComplete(buffer) { return end }
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            buffer.append(contentsOf: piece[..<count])
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func message(
        _ status: Int, _ headers: [(String, String)], _ body: [UInt8]
    ) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let hasBody = status != 204 && status != 304
        if hasBody { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (hasBody ? body : [])
    }

    private static func index(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...(bytes.count - needle.count)).first { start in
            bytes[start..<(start + needle.count)].elementsEqual(needle)
        }
    }
}
