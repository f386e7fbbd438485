import CCurl
import CCurlShims

/// One exchange in libcurl's hands; lives on the loop's thread only.
final class CurlTransfer {
    /// libcurl's handle for the exchange, freed with this object.
    let handle: UnsafeMutableRawPointer

    private let form: CurlForm
    private let isPlainText: Bool
    /// What is being done; `nil` while the handle waits for the next request.
    private var order: CurlOrder?
    private var lines: CurlLines?
    private var uploaded = 0
    private var reception = CurlReception()
    private var refusal: URLRefusal?

    /// Sets up an exchange.
    ///
    /// - Throws: ``TransportError/other(code:)`` if libcurl does not take a setting.
    init(order: CurlOrder, options: TransportOptions) throws(TransportError) {
        guard let handle = curl_easy_init() else {
            throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        self.handle = handle
        form = CurlForm(order)
        isPlainText = order.isPlainText
        let settings = CurlSettings(handle: handle)
        try settings.apply(form, options)
        try settings.connectCallbacks(to: self)
        try take(order)
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Whether the handle can serve for another request.
    var isReusable: Bool {
        if case .http = order?.job { true } else { false }
    }

    /// Whether the handle is set up for an order of this form.
    func fits(_ order: CurlOrder) -> Bool {
        if case .http = order.job { form == CurlForm(order) } else { false }
    }

    /// Sets the handle up for an order that ``fits(_:)``, after ``forget()`` if it had another one.
    func take(_ order: CurlOrder) throws(TransportError) {
        self.order = order
        lines = try CurlSettings(handle: handle).apply(order.job, order.target)
    }

    /// Forgets a request that ended well, so that nothing of it waits here or gets into the next one.
    func forget() {
        CurlSettings(handle: handle).forget()
        lines = nil
        order = nil
        reception = CurlReception()
        refusal = nil
    }

    /// The outcome, once libcurl has said that the exchange ended with `code`.
    func result(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        let status = sv_easy_get_long(handle, CURLINFO_RESPONSE_CODE, 0)
        switch reception.excess {
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
                status: status, headers: reception.headers, body: reception.body,
                retryAfter: retryAfter()))
    }

    /// Whether a mail server said that it does not want the mail, now or ever.
    ///
    /// libcurl's own code says only at which command that happened.
    private func isReplyOfMailServer(_ status: Int) -> Bool {
        if case .mail = order?.job { (400...599).contains(status) } else { false }
    }

    /// Gives the next piece of what is uploaded; the number of bytes, zero at the end.
    func give(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let upload = order?.job.upload ?? []
        let count = min(buffer.count, upload.count - uploaded)
        buffer.copyBytes(from: upload[uploaded..<(uploaded + count)])
        uploaded += count
        return count
    }

    /// Takes a piece of the body; false ends the exchange.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        reception.take(body: bytes, upTo: order?.job.maximumBodyBytes ?? 0)
    }

    /// Takes one line of a header, with its line end; false ends the exchange.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        reception.take(headerLine: bytes)
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
        guard reception.headers.contains(where: { $0.isNamed("Retry-After") }) else { return nil }
        let seconds = sv_easy_get_offset(handle, CURLINFO_RETRY_AFTER, 0)
        // Brought into range by the response; the first limit keeps the conversion in range.
        return .seconds(min(max(0, Int64(seconds)), 1_000_000))
    }
}
