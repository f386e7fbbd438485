@_exported public import Finance
import Settings
@_exported public import Store

extension FinanceStore.Options {
    /// Options with which the store is shown only while the keyring of the desktop is unlocked.
    ///
    /// Each reading asks the Secret Service, which takes about a millisecond and never makes it ask
    /// the person. Where no service can be asked there is no keyring that could be locked.
    public static var whileKeyringIsUnlocked: FinanceStore.Options {
        FinanceStore.Options(isRestricted: { (try? SecretServiceKeyring().isLocked()) ?? false })
    }
}
