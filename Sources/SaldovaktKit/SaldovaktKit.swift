@_exported public import Finance
import Settings
@_exported public import Store

extension FinanceStore.Options {
    /// Options with which the store can be read only while the keyring of the desktop is unlocked.
    ///
    /// Each read asks the Secret Service, which takes about a millisecond and never prompts the
    /// person. Without a service there is no keyring that could be locked.
    public static var whileKeyringIsUnlocked: FinanceStore.Options {
        FinanceStore.Options(isRestricted: { (try? SecretServiceKeyring().isLocked()) ?? false })
    }
}
