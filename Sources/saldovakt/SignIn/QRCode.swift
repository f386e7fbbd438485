import Console
import Finance
import Foundation
import Programs

/// QR codes, through the programs of libqrencode and libzbar.
enum QRCode: Sendable {
    /// The code of a text as lines for a terminal; `nil` if `qrencode` is not installed.
    static func drawing(of text: String) async -> String? {
        let report = await run(["qrencode", "-t", "UTF8", "-m", "2", "-o", "-"], input: text)
        guard report.ending == .exited(0) else { return nil }
        return String(decoding: report.output, as: UTF8.self)
    }

    /// The credentials in an image of a QR code that contains a JSON object, by their settings'
    /// keys.
    ///
    /// The code is that of the app which the founding articles build: `clientId`, `clientSecret`
    /// and optionally `userId`, the customer id. Source: README of chrissearle/lommepenger-swiftui.
    static func credentials(inImage path: String) async throws(CommandFailure) -> [String: Secret] {
        let path = URL(filePath: path).standardizedFileURL.path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw failure(path, "there is no such file to read", fix: "check the path of the image")
        }
        let report = await run([
            "zbarimg", "-q", "--raw", "-1", "-Sdisable", "-Sqrcode.enable", "-Sbinary", path,
        ])
        if case .exited(127) = report.ending {
            throw failure(path, "there is no 'zbarimg' to read it", fix: "apt install zbar-tools")
        }
        guard report.ending == .exited(0) else {
            throw failure(path, "no QR code was found in it", fix: "name an image that shows one")
        }
        guard let json = PositionedJSON(report.output, isStrict: true).root, json.members != nil
        else {
            throw failure(
                path, "its QR code holds no JSON object",
                fix: "make one of {\"clientId\": …, \"clientSecret\": …}")
        }
        let keys = ["clientId": "clientId", "clientSecret": "clientSecret", "userId": "customerId"]
        let found = keys.compactMap { key, name in json[key]?.string.map { (name, Secret($0)) } }
        return Dictionary(found) { first, _ in first }
    }

    private static func run(_ command: [String], input: String = "") async -> ChildReport {
        await ChildProcess.run(
            ProcessSpec(
                command: ["/usr/bin/env"] + command,
                environment: ProcessSpec.minimalEnvironment(
                    of: ProcessInfo.processInfo.environment),
                input: Array(input.utf8), longestOutput: 1 << 20))
    }

    private static func failure(_ path: String, _ problem: String, fix: String) -> CommandFailure {
        CommandFailure(.wrong, where: path, code: "qr-code", problem: problem, fix: fix)
    }
}
