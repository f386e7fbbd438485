import CCurl
import CCurlShims

/// One exchange in libcurl's hands; lives on the driver's thread only.
final class Transfer {
    /// libcurl's handle for the exchange, freed with this object.
    let handle: UnsafeMutableRawPointer
    /// What is being done; `nil` while the handle waits for the next request.
    private(set) var request: PendingRequest?

    private var lines: StringList?
    private var uploaded = 0
    private var response = ResponseBuffer()
    private var refusal: URLRefusal?

    /// Makes a handle that does nothing yet.
    ///
    /// - Throws: ``TransportError/other(code:)`` without memory.
    init() throws(TransportError) {
        guard let handle = curl_easy_init() else {
            throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        self.handle = handle
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Sets the handle up for a request.
    ///
    /// - Throws: ``TransportError/other(code:)`` if libcurl does not take a setting.
    func take(_ request: PendingRequest, _ options: TransportOptions) throws(TransportError) {
        self.request = request
        let profile = HandleProfile(handle: handle)
        try profile.connectCallbacks(to: self)
        lines = try profile.apply(request, options)
    }

    /// Forgets the request, so that nothing of it waits here or gets into the next one; connections
    /// belong to the driver and stay.
    func forget() {
        curl_easy_reset(handle)
        request = nil
        lines = nil
        uploaded = 0
        response = ResponseBuffer()
        refusal = nil
    }

    /// The outcome, once libcurl has said that the exchange ended with `code`.
    func answer(_ code: CURLcode) -> PendingRequest.Answer {
        let status = sv_easy_get_long(handle, CURLINFO_RESPONSE_CODE, 0)
        switch response.excess {
        case .headers: return .failure(.headersTooLarge)
        case .body: return .failure(.bodyTooLarge(status: status))
        case nil: break
        }
        guard code == CURLE_OK || isReplyOfMailServer(status) else {
            if code == CURLE_COULDNT_CONNECT, let refusal { return .failure(.refusedURL(refusal)) }
            return .failure(TransportError(code))
        }
        return .success(
            HTTPResponse(
                status: status, headers: response.headers, body: response.body,
                retryAfter: retryAfter()))
    }

    /// Whether a mail server said that it does not want the mail, now or ever.
    ///
    /// libcurl's own code says only at which command that happened.
    private func isReplyOfMailServer(_ status: Int) -> Bool {
        if case .mail = request?.job { (400...599).contains(status) } else { false }
    }

    private func retryAfter() -> Duration? {
        guard response.headers.contains(where: { $0.isNamed("Retry-After") }) else { return nil }
        let seconds = sv_easy_get_offset(handle, CURLINFO_RETRY_AFTER, 0)
        // Brought into range by the response; the first limit keeps the conversion in range.
        return .seconds(min(max(0, Int64(seconds)), 1_000_000))
    }

    /// Gives the next piece of what is uploaded; the number of bytes, zero at the end.
    fileprivate func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let upload = request?.upload ?? []
        let count = min(buffer.count, upload.count - uploaded)
        buffer.copyBytes(from: upload[uploaded..<(uploaded + count)])
        uploaded += count
        return count
    }

    /// Takes a piece of the body; false ends the exchange.
    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        response.take(body: bytes, upTo: request?.maximumBodyBytes ?? 0)
    }

    /// Takes one line of a header, with its line end; false ends the exchange.
    fileprivate func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        response.take(headerLine: bytes)
    }

    /// Opens the socket for an address, if it is one that this exchange may use.
    func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        switch NetworkAddress(address)?.reach ?? .forbidden {
        case .forbidden:
            refusal = .forbiddenAddress
        case .world where request?.isPlainText != false:
            refusal = .plainTextOutsideOwnNetwork
        case .world, .ownNetwork:
            return sv_open_socket(address)
        }
        return CURL_SOCKET_BAD
    }
}

extension HandleProfile {
    /// Makes libcurl hand body, headers, socket requests and its wish for bytes to `transfer`, which it
    /// does not keep.
    fileprivate func connectCallbacks(to transfer: Transfer) throws(TransportError) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        try check(sv_easy_set_write(handle, curlReceivedBody, context))
        try check(sv_easy_set_header(handle, curlReceivedHeader, context))
        try check(sv_easy_set_read(handle, curlWantsBytes, context))
        try check(sv_easy_set_open_socket(handle, curlWantsSocket, context))
    }
}

// Free functions, so that no actor is inherited by what C calls on the driver's thread.

private func curlReceivedBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.receive(body: piece) ? size * count : 0
}

private func curlReceivedHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.receive(headerLine: line) ? size * count : 0
}

private func curlWantsBytes(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return Int(CURL_READFUNC_ABORT) }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.give(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private func curlWantsSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return CURL_SOCKET_BAD }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().openSocket(address)
}

/// What has come of an answer so far.
struct ResponseBuffer {
    /// Why no more of an answer is taken.
    enum Excess: Sendable {
        /// There are too many headers, or they are too long.
        case headers
        /// The body is longer than wanted.
        case body
    }

    /// The headers of the last answer; an interim one may have come before.
    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []
    /// What there was too much of, if anything.
    private(set) var excess: Excess?
    private var headerBytes = 0

    private static let maximumHeaders = 200
    private static let maximumHeaderBytes = 64 << 10

    /// Takes a piece of the body; false if it is more than `limit` bytes in all.
    mutating func take(body bytes: UnsafeRawBufferPointer, upTo limit: Int) -> Bool {
        guard bytes.count <= limit - body.count else {
            excess = .body
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line of a header, with its line end; false if it is one too many.
    mutating func take(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headers.count < Self.maximumHeaders, headerBytes <= Self.maximumHeaderBytes else {
            excess = .headers
            return false
        }
        if let header = HTTPHeader(line: bytes) {
            if headers.isEmpty { headers.reserveCapacity(8) }
            headers.append(header)
        } else if bytes.starts(with: "HTTP/".utf8) {
            // A status line begins a new answer; what came before was an interim one.
            headers = []
        }
        return true
    }
}
