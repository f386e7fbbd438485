/// Why an address is never contacted.
public enum URLRefusal: Sendable, Equatable {
    /// It is not an absolute address with a host.
    case malformed
    /// It contains a blank or a control character; such have to be percent-encoded.
    case forbiddenCharacter
    /// Its scheme is neither `https` nor `http`.
    case scheme
    /// It carries a user name or a password; those belong into a header.
    case credentials
    /// It is `http` and leads out of the own network; only `https` may.
    case plainTextOutsideOwnNetwork
    /// It leads to a link-local, multicast or unspecified address, where no service belongs.
    case forbiddenAddress
}
