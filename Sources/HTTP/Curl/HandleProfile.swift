import CCurl
import CCurlShims

/// Puts a request's settings into one of libcurl's handles, which has none.
struct HandleProfile {
    /// The handle that is set up.
    let handle: UnsafeMutableRawPointer

    /// Everything but the callbacks.
    ///
    /// - Returns: lines that have to live as long as the request.
    func apply(
        _ request: PendingRequest, _ options: TransportOptions
    ) throws(TransportError) -> StringList? {
        try applyPolicy(options, scheme: request.target.scheme)
        try applyTimes(request.timeout, options)
        try set(CURLOPT_USERAGENT, options.userAgent)
        switch request.job {
        case .http(let web): return try apply(web)
        case .mail(let mail): return try apply(mail, request.target)
        case .mqtt(let message):
            try apply(message)
            return nil
        }
    }

    /// A web request: address, method, body, headers, and the absence of those libcurl would add.
    private func apply(_ request: HTTPRequest) throws(TransportError) -> StringList {
        try set(CURLOPT_URL, request.url)
        var lines = request.headers.map(\.line)
        if request.method != .get {
            try applyBody(request.body ?? [])
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            // A name with a bare colon takes libcurl's own header of that name away.
            lines.append("Expect:")
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
                lines.append("Content-Type:")
            }
        }
        let list = try StringList(lines)
        sv_easy_set_list(handle, CURLOPT_HTTPHEADER, list.list)
        return list
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

    /// Everything that a mail needs but its bytes, which libcurl reads while it sends.
    ///
    /// - Returns: the recipients, which have to live as long as the handle.
    private func apply(_ mail: MailRequest, _ target: HTTPTarget) throws(TransportError)
        -> StringList
    {
        // The path is the name for EHLO; without one libcurl would send this machine's.
        let base = mail.url.hasSuffix("/") ? String(mail.url.dropLast()) : mail.url
        try set(CURLOPT_URL, base + "/" + mail.greeting)
        let needsStartTLS = target.scheme == "smtp" && mail.requiresEncryption
        try set(
            CURLOPT_USE_SSL,
            Int(needsStartTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
        try apply(mail.login)
        try applySingleUse(timeout: mail.timeout)
        try set(CURLOPT_MAIL_FROM, mail.sender)
        try set(CURLOPT_UPLOAD, 1)
        try check(
            sv_easy_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(mail.message.count)))
        let recipients = try StringList(mail.recipients)
        sv_easy_set_list(handle, CURLOPT_MAIL_RCPT, recipients.list)
        return recipients
    }

    /// Everything that a message to a broker needs.
    private func apply(_ message: MQTTRequest) throws(TransportError) {
        try set(CURLOPT_URL, message.addressWithTopic)
        try apply(message.login)
        try applySingleUse(timeout: message.timeout)
        // A POST publishes; anything else would subscribe.
        try applyBody(message.payload)
    }

    private func apply(_ login: Login?) throws(TransportError) {
        guard let login else { return }
        try set(CURLOPT_USERNAME, login.user)
        try set(CURLOPT_PASSWORD, login.password)
    }

    /// Servers end idle connections of these kinds with an error that the next message would get.
    private func applySingleUse(timeout: Duration) throws(TransportError) {
        try set(CURLOPT_FORBID_REUSE, 1)
        // Also the time that a server may take to say goodbye, which holds up the loop.
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(timeout.components.seconds)))
    }

    /// A body to post.
    private func applyBody(_ body: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POST, 1)
        // libcurl copies the bytes; an empty body still needs an address.
        let code = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
            bytes.baseAddress.map { sv_easy_set_body(handle, $0, curl_off_t(body.count)) }
        }
        try check(code ?? CURLE_BAD_FUNCTION_ARGUMENT)
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

/// Keeps libcurl's handles of requests that ended for later ones.
///
/// Kept ones hold nothing of the requests they served.
struct HandlePool {
    private var kept: [Transfer] = []
    private static let limit = 32
    /// How many stay while no request is under way, for the next poll.
    private static let restingLimit = 2

    /// A transfer for a request, in a kept handle if there is one.
    mutating func transfer(
        for request: PendingRequest, _ options: TransportOptions
    ) throws(TransportError) -> Transfer {
        let transfer = if let last = kept.popLast() { last } else { try Transfer() }
        try transfer.take(request, options)
        return transfer
    }

    /// Takes a transfer that has ended.
    mutating func keep(_ transfer: Transfer) {
        transfer.forget()
        if kept.count < Self.limit { kept.append(transfer) }
    }

    /// Frees all but a few; when no request is under way.
    mutating func rest() {
        if kept.count > Self.restingLimit { kept.removeFirst(kept.count - Self.restingLimit) }
    }
}

/// Lines of text as libcurl takes them: headers of a request, recipients of a mail.
final class StringList {
    /// libcurl's list, freed with this object; `nil` without lines.
    let list: UnsafeMutablePointer<curl_slist>?

    /// Copies the lines.
    ///
    /// - Throws: ``TransportError/other(code:)`` if there is no memory for them.
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

    deinit {
        curl_slist_free_all(list)
    }
}
