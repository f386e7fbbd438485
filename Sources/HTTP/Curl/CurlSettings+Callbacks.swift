import CCurl
import CCurlShims

extension CurlSettings {
    /// Makes libcurl hand body, headers, socket requests and its wish for bytes to `transfer`, which it does not keep.
    func connectCallbacks(to transfer: CurlTransfer) throws(TransportError) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        try check(sv_easy_set_write(handle, curlReceivedBody, context))
        try check(sv_easy_set_header(handle, curlReceivedHeader, context))
        try check(sv_easy_set_read(handle, curlWantsBytes, context))
        try check(sv_easy_set_open_socket(handle, curlWantsSocket, context))
    }
}

// Free functions, so that no actor is inherited by what C calls on the loop's thread.

private func curlReceivedBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.receive(body: piece) ? size * count : 0
}

private func curlReceivedHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.receive(headerLine: line) ? size * count : 0
}

private func curlWantsBytes(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return Int(CURL_READFUNC_ABORT) }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.give(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private func curlWantsSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return CURL_SOCKET_BAD }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(address)
}
