import Glibc
import Settings
import Testing

@Suite("The keyring of the desktop")
struct SecretServiceKeyringTests {
    @Test("is a clear error where no Secret Service can be")
    func noService() async {
        // The bus address belongs to the whole process, so another one is asked.
        await #expect(processExitsWith: .success) {
            setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/saldovakt-test", 1)
            do throws(KeyringFault) {
                _ = try SecretServiceKeyring().secret(named: "bank")
                exit(3)
            } catch .noService(let message) {
                exit(message.isEmpty ? 4 : 0)
            } catch {
                // Without libsecret the other clear error is the right one.
                exit(0)
            }
        }
    }
}
