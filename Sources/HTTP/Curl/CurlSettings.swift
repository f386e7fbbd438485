import CCurl
import CCurlShims

/// Puts a request's settings into libcurl's handle.
struct CurlSettings {
    /// The handle that is set up.
    let handle: UnsafeMutableRawPointer

    /// What all exchanges of a form have in common.
    func apply(_ form: CurlForm, _ options: TransportOptions) throws(TransportError) {
        try applyPolicy(options, scheme: form.scheme)
        try applyTimes(form.timeout, options)
        try set(CURLOPT_USERAGENT, options.userAgent)
    }

    /// What an exchange has of its own.
    ///
    /// - Returns: lines that have to live until ``forget()``, or as long as the handle.
    func apply(_ job: CurlJob, _ target: HTTPTarget) throws(TransportError) -> CurlLines? {
        switch job {
        case .http(let request, let address):
            try check(sv_easy_set_address(handle, address.server.parser))
            try set(CURLOPT_REQUEST_TARGET, address.resource)
            try applyMethod(request)
            return try apply(headersOf: request)
        case .mail(let mail): return try apply(mail, target)
        case .mqtt(let message):
            try apply(message)
            return nil
        }
    }

    /// Takes away all that a web request has of its own.
    func forget() {
        sv_easy_set_address(handle, nil)
        for option in [CURLOPT_URL, CURLOPT_REQUEST_TARGET, CURLOPT_CUSTOMREQUEST] {
            sv_easy_set_string(handle, option, nil)
        }
        sv_easy_set_list(handle, CURLOPT_HTTPHEADER, nil)
        sv_easy_set_no_body(handle)
    }

    /// The request's headers, and the absence of those libcurl would add.
    private func apply(headersOf request: HTTPRequest) throws(TransportError) -> CurlLines {
        let lines = try lines(of: request)
        sv_easy_set_list(handle, CURLOPT_HTTPHEADER, lines.list)
        return lines
    }

    private func lines(of request: HTTPRequest) throws(TransportError) -> CurlLines {
        if request.method == .get, let prepared = request.prepared { return prepared.lines }
        var lines = request.headers.map(\.line)
        if request.method != .get {
            // A name with a bare colon takes libcurl's own header of that name away.
            lines.append("Expect:")
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
                lines.append("Content-Type:")
            }
        }
        return try CurlLines(lines)
    }

    private func applyPolicy(
        _ options: TransportOptions, scheme: String
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
        try check(value.withCString { sv_easy_set_string(handle, option, $0) })
    }

    /// Turns a refused setting into an error.
    func check(_ code: CURLcode) throws(TransportError) {
        guard code == CURLE_OK else { throw .other(code: Int(code.rawValue)) }
    }
}

extension HTTPHeader {
    /// The header as libcurl takes it; a semicolon is its notation for an empty value.
    var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }
}

extension Duration {
    /// Milliseconds, at least 1 and at most what libcurl takes (24 days).
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
