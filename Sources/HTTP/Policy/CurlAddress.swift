import CCurl

/// An address in the hands of libcurl's own parser, so that what is checked is what is contacted.
///
/// Once it is shared it is only read.
final class CurlAddress: @unchecked Sendable {
    /// libcurl's object for it, freed with this one.
    let parser: OpaquePointer

    /// Reads an address of any scheme.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(_ url: String) throws(TransportError) {
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else {
            throw .refusedURL(.forbiddenCharacter)
        }
        guard let parser = curl_url() else { throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue)) }
        self.parser = parser
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        guard curl_url_set(parser, CURLUPART_URL, url, flags) == CURLUE_OK else {
            throw .refusedURL(.malformed)
        }
    }

    deinit {
        curl_url_cleanup(parser)
    }

    /// A part of the address; `nil` if it has none.
    func part(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// Takes a part away.
    func remove(_ part: CURLUPart) {
        curl_url_set(parser, part, nil, 0)
    }
}
