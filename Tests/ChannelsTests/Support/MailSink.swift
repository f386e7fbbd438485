import Foundation
import TestSupport

/// A real mail server on loopback (aiosmtpd), and what it got.
struct MailSink {
    /// One mail as the server understood it.
    struct Mail: Decodable {
        struct Attachment: Decodable, Equatable {
            let name: String
            let type: String
            let text: String
        }

        let from: String
        let to: [String]
        let hello: String
        let tls: Bool
        let auth: Bool
        let headers: [String: String]
        let names: [String]
        let defects: [String]
        let body: String
        let attachments: [Attachment]
        let raw: String
    }

    /// The port it listens on.
    let port: Int
    /// The file of its certificate, for those who are to trust it.
    let certificate: String
    private let process: ForeignProcess
    private let folder: URL

    /// Starts a server; an encrypted one demands STARTTLS and a login.
    ///
    /// - Parameter options: the script's, which says what they do.
    init(isEncrypted: Bool, _ options: String...) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appendingPathComponent("certificate.pem").path
        var command = [PythonTools.python, PythonTools.script("smtp-sink.py")] + options
        if isEncrypted {
            let key = folder.appendingPathComponent("key.pem").path
            try await Self.makeCertificate(certificate, key)
            command += [certificate, key]
        }
        (process, port) = try await PythonTools.listening(command)
    }

    /// The next mail.
    func mail() async throws -> Mail {
        let line = try await process.line(startingWith: "{")
        return try JSONDecoder().decode(Mail.self, from: Data(line.utf8))
    }

    /// Waits until a mail to `hang@` has come, which gets no reply.
    func hanging() async throws { _ = try await process.line(startingWith: "hanging") }

    /// Ends the server.
    func stop() {
        process.endInput()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func makeCertificate(_ certificate: String, _ key: String) async throws {
        let process = try ForeignProcess([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=saldovakt test",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ])
        guard try await process.exitCode() == 0 else {
            throw ForeignProcess.Failure(description: "no certificate: \(process.errorText)")
        }
    }
}
