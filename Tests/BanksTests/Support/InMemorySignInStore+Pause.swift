import Finance
import TestSupport

extension InMemorySignInStore {
    /// Forgets the moment before which the bank wants no question.
    func forgetPause() {
        guard var state = load(), state["notBefore"] != nil else { return }
        state["notBefore"] = nil
        save(state)
    }
}
