@_exported public import Finance
import Foundation
import Settings
@_exported public import Store

extension FinanceStore {
    /// Where `saldovakt` keeps its state by default: `$XDG_STATE_HOME/saldovakt`.
    public static var usualFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let paths = SaldovaktPaths(
            environment: environment, homeDirectory: home ?? NSHomeDirectory())
        return paths.stateDirectory
    }
}

extension FinanceStore.Options {
    /// Options with which the store can be read only while the keyring of the desktop is unlocked.
    ///
    /// Each read asks the Secret Service, which takes about a millisecond and never prompts the
    /// person. Without a service there is no keyring that could be locked.
    public static var whileKeyringIsUnlocked: FinanceStore.Options {
        FinanceStore.Options(isRestricted: { (try? SecretServiceKeyring().isLocked()) ?? false })
    }
}
