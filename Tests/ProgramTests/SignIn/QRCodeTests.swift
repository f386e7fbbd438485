import Console
import Finance
import Foundation
import TestSupport
import Testing

@testable import saldovakt

@Suite("QR codes", .programs)
struct QRCodeTests {
    private let folder = TemporaryFolder()

    /// An image with a QR code of a text.
    private func image(of text: String) async throws -> String {
        let path = folder.path + "/code.png"
        let program = try ForeignProcess(["qrencode", "-l", "H", "-o", path, text])
        #expect(try await program.exitCode() == 0)
        return path
    }

    @Test("hold the founding app's credentials, and what else is in them is left")
    func credentials() async throws {
        let image = try await image(
            of: #"{"clientId":"i-1","clientSecret":"s-æ","userId":"01","accountNr":"99990000001"}"#)
        let found = try await QRCode.credentials(inImage: image)
        #expect(
            found.mapValues { $0.reveal() } == [
                "clientId": "i-1", "clientSecret": "s-æ", "customerId": "01",
            ])
    }

    @Test("that hold something else are refused without repeating it")
    func other() async throws {
        let image = try await image(of: "planted")
        await #expect(throws: CommandFailure.self) { try await QRCode.credentials(inImage: image) }
        await #expect(throws: CommandFailure.self) {
            try await QRCode.credentials(inImage: "/dev/null")
        }
        await #expect {
            try await QRCode.credentials(inImage: folder.path + "/missing.png")
        } throws: { error in
            (error as? CommandFailure)?.text.contains("no such file") == true
        }
    }

    @Test("are drawn for a terminal, to be read again")
    func drawing() async throws {
        let drawing = try #require(
            await QRCode.drawing(of: "https://bank.example/authorize?state=1"))
        #expect(drawing.contains("█") && drawing.split(separator: "\n").count > 10)
    }
}
