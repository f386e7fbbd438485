import CCurl
import CCurlShims

/// One exchange that libcurl performs; used on one thread only, the driver's or that of a mail.
final class Transfer {
    let request: PendingRequest
    /// libcurl's handle for the exchange, freed with this object; connections belong to the driver.
    let handle: UnsafeMutableRawPointer

    private var lines: StringList?
    private var uploaded = 0
    private var refusal: URLRefusal?
    /// The headers of the last answer; an interim one may have come before.
    private var headers: [HTTPHeader] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var excess: TransportError?
    private let deadline: ContinuousClock.Instant
    private let connectDeadline: ContinuousClock.Instant

    private static let maximumHeaders = 200
    private static let maximumHeaderBytes = 64 << 10

    /// Makes a handle that is set up for a request.
    ///
    /// - Throws: ``TransportError/other(code:)`` if libcurl does not take a setting.
    init(_ request: PendingRequest, _ options: TransportOptions) throws(TransportError) {
        guard let handle = curl_easy_init() else {
            throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        self.request = request
        self.handle = handle
        deadline = .now + request.exchange.timeout
        connectDeadline = .now + options.connectTimeout
        let profile = HandleProfile(handle: handle)
        try connectCallbacks(profile)
        try profile.apply(options, to: request.exchange)
        lines = try request.exchange.apply(profile)
    }

    deinit { curl_easy_cleanup(handle) }

    /// The outcome, once libcurl has said that the exchange ended with `code`.
    func answer(_ code: CURLcode) -> PendingRequest.Answer {
        let status = sv_easy_get_long(handle, CURLINFO_RESPONSE_CODE, 0)
        if case .bodyTooLarge = excess { return .failure(.bodyTooLarge(status: status)) }
        if let excess { return .failure(excess) }
        // A mail server that refuses the mail: libcurl's code only says at which command.
        let isMailReply = request.exchange.mail != nil && (400...599).contains(status)
        guard code == CURLE_OK || isMailReply else {
            if code == CURLE_COULDNT_CONNECT, let refusal { return .failure(.refusedURL(refusal)) }
            return .failure(TransportError(code))
        }
        return .success(
            HTTPResponse(status: status, headers: headers, body: body, retryAfter: retryAfter))
    }

    private var retryAfter: Duration? {
        guard headers.contains(where: { $0.isNamed("Retry-After") }) else { return nil }
        let seconds = sv_easy_get_offset(handle, CURLINFO_RETRY_AFTER, 0)
        // libcurl gives nothing for a header that it can't read, and a wait of zero is no request.
        guard seconds > 0 else { return nil }
        // Brought into range by the response; the first limit keeps the conversion in range.
        return .seconds(min(Int64(seconds), 1_000_000))
    }

    /// Copies the next bytes of the upload; returns their number, zero at the end.
    fileprivate func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let upload = request.exchange.mail ?? []
        let count = min(buffer.count, upload.count - uploaded)
        buffer.copyBytes(from: upload[uploaded..<(uploaded + count)])
        uploaded += count
        return count
    }

    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= request.exchange.maximumBodyBytes - body.count else {
            excess = .bodyTooLarge(status: 0)
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line of a header, with its line end; false ends the exchange.
    fileprivate func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headers.count < Self.maximumHeaders, headerBytes <= Self.maximumHeaderBytes else {
            excess = .headersTooLarge
            return false
        }
        if let mail = request.exchange.mail {
            // The reply to the whole message decides; the server may be slow to end the connection.
            if uploaded == mail.count, let status = Self.reply(bytes) {
                request.end(.success(HTTPResponse(status: status)))
            }
        } else if let header = HTTPHeader(line: bytes) {
            headers.append(header)
        } else if bytes.starts(with: "HTTP/".utf8) {
            // A status line begins a new answer; what came before was an interim one.
            headers = []
        }
        return true
    }

    /// The code of a mail server's reply, in its last line (RFC 5321, section 4.2.1).
    private static func reply(_ line: UnsafeRawBufferPointer) -> Int? {
        guard line.count > 3, line[3] != UInt8(ascii: "-") else { return nil }
        return Int(String(decoding: line.prefix(3), as: UTF8.self))
    }

    /// Whether nothing more of the exchange is of use; asked every second while libcurl blocks.
    fileprivate var isOver: Bool {
        let now = ContinuousClock.now
        return request.hasEnded || now > deadline || now > connectDeadline && !isConnected
    }

    /// Whether there is a TCP connection; libcurl's own limit would include the greeting.
    private var isConnected: Bool { sv_easy_get_offset(handle, CURLINFO_CONNECT_TIME_T, 0) > 0 }

    func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        switch NetworkAddress(address)?.reach ?? .forbidden {
        case .forbidden: refusal = .forbiddenAddress
        case .world where request.exchange.isPlainText:
            refusal = request.exchange.target.plainTextRefusal
        case .world, .ownNetwork: return sv_open_socket(address)
        }
        return CURL_SOCKET_BAD
    }

    /// Makes libcurl call this object for body, headers, sockets and upload; libcurl does not
    /// retain it.
    private func connectCallbacks(_ profile: HandleProfile) throws(TransportError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try profile.check(sv_easy_set_write(handle, curlReceivedBody, context))
        try profile.check(sv_easy_set_header(handle, curlReceivedHeader, context))
        try profile.check(sv_easy_set_read(handle, curlWantsBytes, context))
        try profile.check(sv_easy_set_open_socket(handle, curlWantsSocket, context))
        guard request.exchange.mail != nil else { return }
        try profile.check(sv_easy_set_progress(handle, curlAsksWhetherToEnd, context))
    }

    fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

// Free functions, so that the callbacks on the driver's thread inherit no actor.

private func curlReceivedBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Transfer.from(context)?.receive(body: piece) == true ? size * count : 0
}

private func curlReceivedHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Transfer.from(context)?.receive(headerLine: line) == true ? size * count : 0
}

private func curlWantsBytes(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
    return Transfer.from(context)?.give(into: room) ?? Int(CURL_READFUNC_ABORT)
}

private func curlWantsSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = Transfer.from(context), let address else { return CURL_SOCKET_BAD }
    return transfer.openSocket(address)
}

private func curlAsksWhetherToEnd(
    _ context: UnsafeMutableRawPointer?, _ toReceive: curl_off_t, _ received: curl_off_t,
    _ toSend: curl_off_t, _ sent: curl_off_t
) -> Int32 { Transfer.from(context)?.isOver == false ? 0 : 1 }
