import CCurl

/// Where a request goes, as libcurl's own parser reads the address: what is judged is what is contacted.
struct HTTPTarget: Sendable, Hashable {
    /// `https`, `http` or another one that is spoken here, in small letters.
    let scheme: String
    /// Scheme, host and port in one form, however they were written.
    private let origin: String

    /// Reads and judges an address that must have one of these schemes.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(url: String, schemes: [String] = ["https", "http"]) throws(TransportError) {
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else {
            throw .refusedURL(.forbiddenCharacter)
        }
        guard let parser = curl_url() else { throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue)) }
        defer { curl_url_cleanup(parser) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard curl_url_set(parser, CURLUPART_URL, url, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser)
        else { throw .refusedURL(.malformed) }
        guard schemes.contains(scheme) else { throw .refusedURL(.scheme) }
        guard Self.part(CURLUPART_USER, of: parser) == nil,
            Self.part(CURLUPART_PASSWORD, of: parser) == nil
        else { throw .refusedURL(.credentials) }
        guard let host = Self.part(CURLUPART_HOST, of: parser), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: parser, flags: UInt32(CURLU_DEFAULT_PORT))
        else { throw .refusedURL(.malformed) }
        self.scheme = scheme
        origin = "\(scheme)://\(host.lowercased()):\(port)"
    }

    /// A part of an address; `nil` if it has none.
    private static func part(
        _ part: CURLUPart, of parser: OpaquePointer, flags: UInt32 = 0
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
