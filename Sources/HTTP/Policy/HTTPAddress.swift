import CCurl

/// The address of a web request, read once: where it goes, and what it asks for there.
///
/// libcurl writes the path and the query of an address out sign by sign, several times for each
/// request; given apart from it, it copies them.
final class HTTPAddress: Sendable {
    /// Where the request goes.
    let target: HTTPTarget
    /// The address of the whole server, to connect to.
    let server: CurlAddress
    /// The path and the query as they are sent (the request target of RFC 9112, section 3.2.1).
    let resource: String

    /// Reads and judges an address.
    ///
    /// - Throws: ``TransportError/refusedURL(_:)``.
    init(url: String) throws(TransportError) {
        let server = try CurlAddress(url)
        target = try HTTPTarget(server, schemes: ["https", "http"])
        // Encoded where libcurl would encode it.
        let path = server.part(CURLUPART_PATH, flags: UInt32(CURLU_URLENCODE)) ?? "/"
        let query = server.part(CURLUPART_QUERY)
        resource = query.map { "\(path)?\($0)" } ?? path
        for part in [CURLUPART_PATH, CURLUPART_QUERY, CURLUPART_FRAGMENT] { server.remove(part) }
        self.server = server
    }
}
