import Foundation
import Glibc
import TestSupport

/// A TLS server of OpenSSL with a certificate of its own, for tests of what is trusted.
struct TLSServer {
    /// The certificate file, for those who are to trust it.
    let certificate: String
    /// The port it listens on.
    let port: Int

    private let process: ForeignProcess
    private let folder: URL

    /// Where Debian's `openssl` package puts the program.
    static let program = "/usr/bin/openssl"

    /// Starts a server whose certificate names `subject`, such as `IP:127.0.0.1`.
    init(subject: String, arguments: [String] = []) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("saldovakt-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appendingPathComponent("certificate.pem").path
        let key = folder.appendingPathComponent("key.pem").path
        let made = try await ForeignProcess.run([
            Self.program,
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=saldovakt test",
            "-addext", "subjectAltName=\(subject)",
        ])
        guard made == 0 else { throw CocoaError(.executableLoad) }
        process = try ForeignProcess(
            [
                Self.program, "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate,
                "-key", key,
            ] + arguments)
        let line = try await process.line(startingWith: "ACCEPT ")
        guard let number = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        port = number
    }

    /// Ends the server and removes its files.
    func stop() {
        process.signal(SIGTERM)
        try? FileManager.default.removeItem(at: folder)
    }
}
