import CCurl

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
