import Finance
import Foundation
import SandboxBank
import TestSupport
import Testing

@Suite("The sign-in gives tokens to those who know the secret", .io)
struct SignInTests {
    private static let id = "fakeclient0000000000000000000000"

    @Test("the answer has the four members of the sample and a token of three parts")
    func token() async throws {
        try await withSandbox { _, port in
            let answer = try await TestClient(port: port).signIn()
            #expect(answer.status == 200)
            let members = answer.json?.members?.map(\.key)
            #expect(members == ["access_token", "expires_in", "token_type", "scope"])
            #expect(answer.json?["expires_in"]?.number == "3600")
            #expect(answer.json?["token_type"]?.string == "Bearer")
            let parts = (answer.json?["access_token"]?.string ?? "").split(separator: ".")
            try #require(parts.count == 3)
            // 256 bytes, the length of an RS256 signature.
            #expect(parts[2].count == 342)
        }
    }

    @Test("no two tokens are alike")
    func distinct() async throws {
        try await withSandbox { _, port in
            let client = TestClient(port: port)
            let first = try await client.signIn().json?["access_token"]?.string
            let second = try await client.signIn().json?["access_token"]?.string
            #expect(first != nil && first != second)
        }
    }

    @Test(
        "the two halves are form-decoded, in any of the encodings that clients used",
        arguments: [
            "sandbox%2Bsecret%2F100%25", "sandbox%2bsecret%2f100%25", "sandbox%2Bsecret/100%25",
        ])
    func formEncoding(secret: String) async throws {
        try await withSandbox { _, port in
            let answer = try await TestClient(port: port).signIn(
                authorization: TestClient.basic(Self.id, secret))
            #expect(answer.status == 200)
        }
    }

    @Test(
        "a wrong or unencoded secret, a wrong id and a missing header are invalid_client",
        arguments: [
            TestClient.basic(id, "sandbox+secret/100%"), TestClient.basic(id, "wrong"),
            TestClient.basic("other", "sandbox%2Bsecret%2F100%25"), "Basic ?", "Bearer abc", nil,
        ])
    func refused(authorization: String?) async throws {
        try await withSandbox { _, port in
            let answer = try await TestClient(port: port).signIn(authorization: authorization)
            #expect(answer.status == 400)
            #expect(answer.body == Samples.invalidClient)
        }
    }

    @Test("any other grant type is refused", arguments: ["", "grant_type=password", "x=1"])
    func grantType(body: String) async throws {
        try await withSandbox { _, port in
            let authorization = TestClient.basic(Self.id, "sandbox%2Bsecret%2F100%25")
            let answer = try await TestClient(port: port).signIn(
                authorization: authorization, body: body)
            #expect(answer.status == 400)
            #expect(answer.body == Samples.unsupportedGrantType)
        }
    }

    @Test("the path has any letter case, and only POST is taken")
    func otherForms() async throws {
        try await withSandbox { _, port in
            let authorization = TestClient.basic(Self.id, "sandbox%2Bsecret%2F100%25")
            let client = TestClient(port: port)
            let upper = try await client.signIn(
                authorization: authorization, path: "/IdentityServer/Connect/Token/")
            #expect(upper.status == 200)
            let get = try await client.send("GET", "/identityserver/connect/token")
            #expect(get.status == 405)
        }
    }
}
