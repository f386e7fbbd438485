import CCurl
import CCurlShims

/// Sets the options of one of libcurl's handles.
struct HandleProfile {
    let handle: UnsafeMutableRawPointer

    func apply(_ options: TransportOptions, to exchange: Exchange) throws(TransportError) {
        let scheme = exchange.target.scheme
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = options.trustedCertificates { try set(CURLOPT_CAINFO, file) }
        // An empty proxy means none, whatever the environment says.
        try set(CURLOPT_PROXY, scheme == "https" ? options.proxy ?? "" : "")
        try set(CURLOPT_NOPROXY, "")
        // No signals for name look-ups, and no waiting for an abandoned one.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        let whole = exchange.timeout.wholeMilliseconds
        try set(CURLOPT_TIMEOUT_MS, whole)
        // For libcurl a mail server's greeting is part of the connection, and it may take long
        // (RFC 5321, section 4.5.3.2.1); the transfer itself limits the TCP connection.
        let connection = exchange.mail == nil ? options.connectTimeout.wholeMilliseconds : whole
        try set(CURLOPT_CONNECTTIMEOUT_MS, min(whole, connection))
        try set(CURLOPT_USERAGENT, options.userAgent)
    }

    /// Sets up a web request: address, method, body and headers, without those libcurl would add.
    func apply(_ request: HTTPRequest) throws(TransportError) -> StringList {
        try set(CURLOPT_URL, request.url)
        if request.isSentOnce { try set(CURLOPT_FRESH_CONNECT, 1) }
        // A semicolon is libcurl's notation for an empty value.
        var lines = request.headers.map {
            $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
        }
        if request.method != .get {
            try applyBody(request.body ?? [])
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            // A name with a bare colon takes libcurl's own header of that name away.
            lines.append("Expect:")
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
                lines.append("Content-Type:")
            }
        }
        return try list(lines, as: CURLOPT_HTTPHEADER)
    }

    /// Sets up a mail except for its bytes, which libcurl reads while it sends.
    func apply(_ mail: MailRequest, startsTLS: Bool) throws(TransportError) -> StringList {
        // The path is the name for EHLO; without one libcurl would send this machine's.
        let base = mail.url.hasSuffix("/") ? String(mail.url.dropLast()) : mail.url
        try set(CURLOPT_URL, base + "/" + mail.greeting)
        let encryption = startsTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
        try set(CURLOPT_USE_SSL, Int(encryption.rawValue))
        try apply(mail.login, timeout: mail.timeout)
        try set(CURLOPT_MAIL_FROM, mail.sender)
        try set(CURLOPT_UPLOAD, 1)
        try check(
            sv_easy_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(mail.message.count)))
        return try list(mail.recipients, as: CURLOPT_MAIL_RCPT)
    }

    func apply(_ message: MQTTRequest) throws(TransportError) {
        try set(CURLOPT_URL, message.addressWithTopic)
        try apply(message.login, timeout: message.timeout)
        // A POST publishes; anything else would subscribe.
        try applyBody(message.payload)
    }

    /// Sets a login and a connection that is used once: servers end idle connections of these kinds
    /// with an error that the next message would get.
    private func apply(_ login: Login?, timeout: Duration) throws(TransportError) {
        if let login {
            try set(CURLOPT_USERNAME, login.user)
            try set(CURLOPT_PASSWORD, login.password)
        }
        try set(CURLOPT_FORBID_REUSE, 1)
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(timeout.components.seconds)))
    }

    private func applyBody(_ body: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POST, 1)
        // libcurl copies the bytes; an empty body still needs an address.
        let code = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
            bytes.baseAddress.map { sv_easy_set_body(handle, $0, curl_off_t(body.count)) }
        }
        try check(code ?? CURLE_BAD_FUNCTION_ARGUMENT)
    }

    private func list(
        _ lines: [String], as option: CURLoption
    ) throws(TransportError) -> StringList {
        let list = try StringList(lines)
        try check(sv_easy_set_list(handle, option, list.list))
        return list
    }

    private func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(sv_easy_set_long(handle, option, value))
    }

    /// libcurl copies the text.
    private func set(_ option: CURLoption, _ value: String) throws(TransportError) {
        try check(value.withCString { sv_easy_set_string(handle, option, $0) })
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

/// Lines of text as libcurl takes them: headers of a request, recipients of a mail.
final class StringList {
    let list: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) throws(TransportError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = line.withCString({ curl_slist_append(list, $0) }) else {
                curl_slist_free_all(list)
                throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue))
            }
            list = longer
        }
        self.list = list
    }

    deinit { curl_slist_free_all(list) }
}
