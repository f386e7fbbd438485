import CCurl
import CCurlShims

/// One exchange in libcurl's hands; lives on the loop's thread only.
final class CurlTransfer {
    /// libcurl's handle for the exchange, freed with this object.
    let handle: UnsafeMutableRawPointer

    private var job: CurlJob
    private let isPlainText: Bool
    private var list: UnsafeMutablePointer<curl_slist>?
    private var uploaded = 0
    private var headers: [HTTPHeader] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var headersAreTooLarge = false
    private var bodyIsTooLarge = false
    private var refusal: URLRefusal?

    private static let maximumHeaders = 200
    private static let maximumHeaderBytes = 64 << 10

    /// Sets up an exchange.
    ///
    /// - Throws: ``TransportError/other(code:)`` if libcurl does not take a setting.
    init(order: CurlOrder, options: TransportOptions) throws(TransportError) {
        guard let handle = curl_easy_init() else {
            throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        self.handle = handle
        job = order.job
        isPlainText = order.isPlainText
        let settings = CurlSettings(handle: handle)
        list = try settings.apply(options, to: order)
        try settings.connectCallbacks(to: self)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(list)
    }

    /// Whether the handle can serve for another request.
    var isReusable: Bool {
        if case .http(let request, _) = job { request.method != .get } else { false }
    }

    /// Whether an order differs from the last one in headers and body only.
    func fits(_ order: CurlOrder) -> Bool {
        guard case .http(let last, _) = job, case .http(let next, _) = order.job else { return false }
        return last.url == next.url && last.method == next.method && last.timeout == next.timeout
            && isPlainText == order.isPlainText && next.method != .get
    }

    /// Sets the handle up for an order that ``fits(_:)``.
    func reuse(for order: CurlOrder) throws(TransportError) {
        job = order.job
        headers = []
        headerBytes = 0
        body = []
        refusal = nil
        guard case .http(let request, _) = job else { return }
        let settings = CurlSettings(handle: handle)
        let former = list
        list = try settings.apply(headersOf: request)
        curl_slist_free_all(former)
        try settings.applyBody(request.body ?? [])
    }

    /// The outcome, once libcurl has said that the exchange ended with `code`.
    func result(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        let status = sv_easy_get_long(handle, CURLINFO_RESPONSE_CODE, 0)
        if headersAreTooLarge { return .failure(.headersTooLarge) }
        if bodyIsTooLarge { return .failure(.bodyTooLarge(status: status)) }
        guard code == CURLE_OK || isReplyOfMailServer(status) else {
            if code == CURLE_COULDNT_CONNECT, let refusal { return .failure(.refusedURL(refusal)) }
            return .failure(TransportError(code))
        }
        return .success(
            HTTPResponse(status: status, headers: headers, body: body, retryAfter: retryAfter()))
    }

    /// Whether a mail server said that it does not want the mail, now or ever.
    ///
    /// libcurl's own code says only at which command that happened.
    private func isReplyOfMailServer(_ status: Int) -> Bool {
        if case .mail = job { (400...599).contains(status) } else { false }
    }

    /// Gives the next piece of what is uploaded; the number of bytes, zero at the end.
    func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, job.upload.count - uploaded)
        buffer.copyBytes(from: job.upload[uploaded..<(uploaded + count)])
        uploaded += count
        return count
    }

    /// Takes a piece of the body; false ends the exchange.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= job.maximumBodyBytes - body.count else {
            bodyIsTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line of a header, with its line end; false ends the exchange.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headers.count < Self.maximumHeaders, headerBytes <= Self.maximumHeaderBytes else {
            headersAreTooLarge = true
            return false
        }
        if let header = HTTPHeader(line: bytes) {
            headers.append(header)
        } else if bytes.starts(with: Array("HTTP/".utf8)) {
            // A status line begins a new answer; what came before was an interim one.
            headers = []
        }
        return true
    }

    /// Opens the socket for an address, if it is one that this exchange may use.
    func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        switch NetworkAddress(address)?.reach ?? .forbidden {
        case .forbidden:
            refusal = .forbiddenAddress
        case .world where isPlainText:
            refusal = .plainTextOutsideOwnNetwork
        case .world, .ownNetwork:
            return sv_open_socket(address)
        }
        return CURL_SOCKET_BAD
    }

    private func retryAfter() -> Duration? {
        guard headers.contains(where: { $0.isNamed("Retry-After") }) else { return nil }
        let seconds = sv_easy_get_offset(handle, CURLINFO_RETRY_AFTER, 0)
        // Brought into range by the response; the first limit keeps the conversion in range.
        return .seconds(min(max(0, Int64(seconds)), 1_000_000))
    }
}
