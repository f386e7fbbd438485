/// What libcurl is to do in one exchange.
enum CurlJob: Sendable {
    /// A request to a web server, and its address as it was read.
    case http(HTTPRequest, HTTPAddress)
    /// A mail to a mail server.
    case mail(MailRequest)
    /// A message to a broker.
    case mqtt(MQTTRequest)

    /// The time the exchange may take.
    var timeout: Duration {
        switch self {
        case .http(let request, _): request.timeout
        case .mail(let mail): mail.timeout
        case .mqtt(let message): message.timeout
        }
    }

    /// How much of an answer is kept.
    var maximumBodyBytes: Int {
        if case .http(let request, _) = self { max(0, request.maximumBodyBytes) } else { 64 << 10 }
    }

    /// What is read by libcurl while it sends.
    var upload: [UInt8] {
        if case .mail(let mail) = self { mail.message } else { [] }
    }
}

extension CurlOrder {
    /// Whether the exchange is unencrypted and therefore stays in the own network.
    var isPlainText: Bool {
        switch job {
        case .http: target.scheme == "http"
        case .mail(let mail): target.scheme == "smtp" && !mail.requiresEncryption
        case .mqtt: true
        }
    }
}
