import CCurl
import CCurlShims

/// Puts a request's settings into libcurl's handle.
struct CurlSettings {
    /// The handle that is set up.
    let handle: UnsafeMutableRawPointer

    /// Everything but callbacks.
    ///
    /// - Returns: a list that has to live as long as the handle.
    func apply(
        _ options: TransportOptions, to order: CurlOrder
    ) throws(TransportError) -> UnsafeMutablePointer<curl_slist>? {
        try applyPolicy(options, scheme: order.target.scheme, isPlainText: order.isPlainText)
        try applyTimes(order.job.timeout, options)
        switch order.job {
        case .http(let request, let address):
            try set(CURLOPT_URL, address.root)
            try set(CURLOPT_REQUEST_TARGET, address.resource)
            try set(CURLOPT_USERAGENT, options.userAgent)
            try applyMethod(request)
            return try apply(headersOf: request)
        case .mail(let mail): return try apply(mail, order.target)
        case .mqtt(let message):
            try apply(message)
            return nil
        }
    }

    /// The request's headers, and the absence of those libcurl would add.
    func apply(
        headersOf request: HTTPRequest
    ) throws(TransportError) -> UnsafeMutablePointer<curl_slist>? {
        // A name with a bare colon takes libcurl's own header of that name away.
        var lines = ["Expect:"]
        if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
            lines.append("Content-Type:")
        }
        // A semicolon is libcurl's notation for a header whose value is empty.
        lines += request.headers.map {
            $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
        }
        let list = try list(of: lines)
        sv_easy_set_list(handle, CURLOPT_HTTPHEADER, list)
        return list
    }

    /// A list as libcurl takes it; whoever gets it frees it.
    func list(
        of lines: [String]
    ) throws(TransportError) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
            }
            list = longer
        }
        return list
    }

    private func applyPolicy(
        _ options: TransportOptions, scheme: String, isPlainText: Bool
    ) throws(TransportError) {
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = options.trustedCertificates { try set(CURLOPT_CAINFO, file) }
        // An empty proxy is none, whatever the environment says.
        try set(CURLOPT_PROXY, scheme == "https" ? options.proxy ?? "" : "")
        try set(CURLOPT_NOPROXY, "")
        // No signals for name look-ups, and no waiting for one that was given up.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
    }

    private func applyTimes(
        _ timeout: Duration, _ options: TransportOptions
    ) throws(TransportError) {
        let whole = timeout.wholeMilliseconds
        try set(CURLOPT_TIMEOUT_MS, whole)
        try set(CURLOPT_CONNECTTIMEOUT_MS, min(whole, options.connectTimeout.wholeMilliseconds))
    }

    private func applyMethod(_ request: HTTPRequest) throws(TransportError) {
        guard request.method != .get else { return try set(CURLOPT_HTTPGET, 1) }
        try applyBody(request.body ?? [])
        try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// A body to post.
    func applyBody(_ body: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POST, 1)
        // libcurl copies the bytes; an empty body still needs an address.
        let code = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
            bytes.baseAddress.map { sv_easy_set_body(handle, $0, curl_off_t(body.count)) }
        }
        try check(code ?? CURLE_BAD_FUNCTION_ARGUMENT)
    }

    /// Sets an option that takes a number.
    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(sv_easy_set_long(handle, option, value))
    }

    /// Sets an option that takes a text; libcurl copies it.
    func set(_ option: CURLoption, _ value: String) throws(TransportError) {
        try check(sv_easy_set_string(handle, option, value))
    }

    /// Turns a refused setting into an error.
    func check(_ code: CURLcode) throws(TransportError) {
        guard code == CURLE_OK else { throw .other(code: Int(code.rawValue)) }
    }
}

extension Duration {
    /// Milliseconds, at least 1 and at most what libcurl takes (24 days).
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
