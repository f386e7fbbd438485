import CCurl
import CCurlShims
import TestSupport
import Testing

@testable import HTTP

@Suite("What is asked for at an address")
struct HTTPAddressTests {
    @Test(
        "the server is what one connects to, the rest is what is asked for",
        arguments: [
            ("https://bank.example", "https://bank.example/", "/"),
            ("HTTPS://Bank.Example:443/a/b?c=d#e", "https://Bank.Example:443/", "/a/b?c=d"),
            ("http://[::1]:8080?q=/x", "http://[::1]:8080/", "/?q=/x"),
            ("http://127.1/a/../b/./c", "http://127.0.0.1/", "/b/c"),
            ("http://[fd00::1%25WLAN0]/x", "http://[fd00::1%25WLAN0]/", "/x"),
        ])
    func parts(url: String, root: String, resource: String) throws {
        let address = try HTTPAddress(url: url)
        #expect(address.server.part(CURLUPART_URL) == root)
        #expect(address.resource == resource)
    }

    @Test(
        "a server is asked as libcurl would ask by itself",
        arguments: [
            "", "/", "?", "/?", "/#x", "?a=b", "/a//b/", "/a/../../b", "/a/..", "/.", "/a%2fb%2E",
            "/blåbær?q=blåbær&r=%c3%a5", "/a;b=c,d:e@f!$&'()*+", "/[x]{y}|z^\"<>`\\",
            "/a?b?c=d/../e", "/%zz%", "/x?y#z?w", "/\u{301}\u{1F353}?\u{1F353}",
        ])
    func likeLibcurl(rest: String) async throws {
        try await withLoopback({ _ in .echo }) { server, transport in
            let url = server.url(rest)
            _ = try await transport.send(HTTPRequest(url: url))
            #expect(Self.performs(url))
            let paths = server.requests.map(\.path)
            #expect(paths.count == 2 && paths.first == paths.last, "\(paths)")
        }
    }

    /// Has libcurl ask for an address, with no setting but that only the headers are wanted.
    private static func performs(_ url: String) -> Bool {
        guard let handle = curl_easy_init() else { return false }
        defer { curl_easy_cleanup(handle) }
        sv_easy_set_string(handle, CURLOPT_URL, url)
        sv_easy_set_long(handle, CURLOPT_NOBODY, 1)
        return curl_easy_perform(handle) == CURLE_OK
    }
}
