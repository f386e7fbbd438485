public import Finance

/// What a client must know to sign in.
public struct SandboxCredentials: Sendable, Equatable {
    /// A customer number that no person can have.
    public static let inventedCustomerId = "00000000000"

    /// The client id ("applikasjonsnøkkel").
    public var clientId: String
    /// The client secret ("passord").
    public var clientSecret: Secret
    /// The customer number that the `customerId` header must carry in v1; invented, 11 digits.
    public var customerId: Secret

    /// Describes credentials.
    public init(
        clientId: String, clientSecret: Secret,
        customerId: Secret = Secret(SandboxCredentials.inventedCustomerId)
    ) {
        self.clientId = clientId
        self.clientSecret = clientSecret
        self.customerId = customerId
    }

    /// The credentials of the built-in scenarios, with characters that need form-encoding.
    public static let builtIn = SandboxCredentials(
        clientId: "fakeclient0000000000000000000000",
        clientSecret: Secret("sandbox+secret/100%"))
}
