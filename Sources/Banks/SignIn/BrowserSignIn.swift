public import Finance

/// Signing in with a browser: the person confirms at the bank, and the bank sends the browser back
/// to an address of the person's own with a code (RFC 6749, section 4.1).
public protocol BrowserSignIn: Sendable {
    /// Where the bank sends the browser back to, letter for letter as it is registered there.
    var redirectURI: String { get }

    /// The address that the browser opens.
    ///
    /// - Parameter state: what the bank must send back unchanged, so that nobody else's code is taken.
    func address(state: String) async throws(BankError) -> String

    /// Exchanges the code for access and stores it.
    ///
    /// - Returns: the accounts' names; `nil` if the bank does not say them here.
    @discardableResult
    func finish(code: Secret) async throws(BankError) -> [String]?

    /// Ends the access at the bank, if the bank offers that.
    ///
    /// The caller holds the store exclusively and removes what is stored.
    ///
    /// - Returns: whether the bank has ended it.
    func revoke() async throws(BankError) -> Bool
}
