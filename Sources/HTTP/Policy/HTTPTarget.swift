import CCurl

/// Where a request goes, as libcurl itself reads the address.
struct HTTPTarget: Sendable, Hashable {
    /// `https`, `http` or another one that is spoken here, in small letters.
    let scheme: String
    /// Scheme, host and port in one form, however they were written.
    private let origin: String

    /// Reads and judges an address that must have one of these schemes.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(url: String, schemes: [String] = ["https", "http"]) throws(TransportError) {
        try self.init(CurlAddress(url), schemes: schemes)
    }

    /// Judges an address that must have one of these schemes.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(_ address: CurlAddress, schemes: [String]) throws(TransportError) {
        guard let scheme = address.part(CURLUPART_SCHEME) else { throw .refusedURL(.malformed) }
        guard schemes.contains(scheme) else { throw .refusedURL(.scheme) }
        guard address.part(CURLUPART_USER) == nil, address.part(CURLUPART_PASSWORD) == nil else {
            throw .refusedURL(.credentials)
        }
        guard let host = address.part(CURLUPART_HOST), !host.isEmpty,
            let port = address.part(CURLUPART_PORT, flags: UInt32(CURLU_DEFAULT_PORT))
        else { throw .refusedURL(.malformed) }
        self.scheme = scheme
        origin = "\(scheme)://\(host.lowercased()):\(port)"
    }

    func hash(into hasher: inout Hasher) {
        // The scheme is a part of it.
        hasher.combine(origin)
    }
}
