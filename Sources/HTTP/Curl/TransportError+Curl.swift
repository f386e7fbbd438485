import CCurl

extension TransportError {
    /// What a result code of libcurl means to a sender (libcurl-errors(3)).
    init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
                .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_HTTP2, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR,
                CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
                .connectionLost
            case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED: .tls
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
                .untrustedCertificate
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
                // The scheme was checked before: the protocol not supported is the answer's.
                .malformedResponse
            case CURLE_URL_MALFORMAT: .refusedURL(.malformed)
            default: .other(code: Int(code.rawValue))
            }
    }
}
