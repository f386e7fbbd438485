/// A secret that could not be read, with the place that refers to it.
public struct SecretError: Error, Sendable, Hashable {
    /// The reference that led nowhere.
    public let reference: SecretReference
    /// Why it did.
    public let fault: SecretFault

    /// Makes an error.
    public init(_ reference: SecretReference, _ fault: SecretFault) {
        self.reference = reference
        self.fault = fault
    }
}

extension SecretError: CustomStringConvertible {
    /// The error as it is printed, two lines.
    ///
    /// ```
    /// settings.json:4:30: error: [secret-missing] this variable is not set: 'SBANKEN_CLIENT_ID'
    ///   fix: export SBANKEN_CLIENT_ID before saldovakt starts
    /// ```
    public var description: String {
        let place = reference.place ?? "saldovakt"
        return "\(place): error: [\(fault.code)] \(fault.problem)\n  fix: \(fault.fix)"
    }
}
