public import Finance

/// A sign-in with a browser.
///
/// The person confirms at the bank, and the bank redirects the browser to an address of the
/// person's own with a code (RFC 6749, section 4.1).
public protocol BrowserSignIn: Sendable {
    /// The address to which the bank redirects the browser, exactly as registered there.
    var redirectURI: String { get }

    /// The address to open in the browser.
    ///
    /// - Parameter state: a value that the bank must return unchanged, so that no other person's
    ///   code is accepted.
    func address(state: String) async throws(BankError) -> String

    /// Exchanges the code for access and stores it.
    ///
    /// - Returns: the accounts' names; `nil` if the bank does not give them here.
    @discardableResult
    func finish(code: Secret) async throws(BankError) -> [String]?

    /// Ends the access at the bank, if the bank offers that.
    ///
    /// The caller holds the store exclusively and removes the stored sign-in.
    ///
    /// - Returns: whether the bank has ended it.
    func revoke() async throws(BankError) -> Bool
}
