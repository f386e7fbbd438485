import CCurl

/// A multi handle; all of its functions but `curl_multi_wakeup` belong to the loop's thread.
struct CurlHandle: @unchecked Sendable {
    /// The handle, which libcurl types as `void *`.
    let pointer: UnsafeMutableRawPointer

    /// Makes the handle and, for the first of the process, sets up libcurl; `nil` without memory.
    static func make() -> CurlHandle? {
        guard libraryIsReady, let pointer = curl_multi_init() else { return nil }
        return CurlHandle(pointer: pointer)
    }

    /// Makes the loop's wait end; allowed on any thread while the handle lives.
    func wakeUp() {
        curl_multi_wakeup(pointer)
    }

    private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
