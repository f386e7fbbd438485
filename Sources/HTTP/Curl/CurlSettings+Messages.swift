import CCurl
import CCurlShims

extension CurlSettings {
    /// Everything that a mail needs but its bytes, which libcurl reads while it sends.
    ///
    /// - Returns: the recipients, which have to live as long as the handle.
    func apply(_ mail: MailRequest, _ target: HTTPTarget) throws(TransportError) -> CurlLines {
        // The path is the name for EHLO; without one libcurl would tell this machine's.
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
        let recipients = try CurlLines(mail.recipients)
        sv_easy_set_list(handle, CURLOPT_MAIL_RCPT, recipients.list)
        return recipients
    }

    /// Everything that a message to a broker needs.
    func apply(_ message: MQTTRequest) throws(TransportError) {
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
}
