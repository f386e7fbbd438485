import Foundation
import Glibc

/// A TLS server of OpenSSL with a certificate of its own, for tests of what is trusted.
struct TLSServer {
    /// The certificate file, for those who are to trust it.
    let certificate: String
    /// The port it listens on.
    let port: Int

    private let process: Process
    private let folder: URL

    /// Where Debian's `openssl` package puts the program.
    static let program = "/usr/bin/openssl"

    /// Starts a server whose certificate names `subject`, such as `IP:127.0.0.1`.
    init(subject: String, arguments: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("saldovakt-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appendingPathComponent("certificate.pem").path
        let key = folder.appendingPathComponent("key.pem").path
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=saldovakt test",
            "-addext", "subjectAltName=\(subject)",
        ])
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", key]
            + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = Pipe()
        try process.run()
        port = try Self.port(from: output.fileHandleForReading)
    }

    /// Ends the server and removes its files.
    func stop() {
        // The child may have inherited a mask that blocks the gentler signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    /// Reads the line `ACCEPT 127.0.0.1:PORT` that the server prints when it is ready.
    private static func port(from handle: FileHandle) throws -> Int {
        var text = ""
        while !text.contains("\n") || !text.contains("ACCEPT") {
            let piece = handle.availableData
            guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: piece, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.contains("ACCEPT") } ?? ""
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return port
    }
}
