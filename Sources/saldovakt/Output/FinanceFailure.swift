import Alerts
import Store

extension CommandFailure {
    /// Says what the finance store could not answer, in the form of the program's errors.
    init(_ error: FinanceError) {
        if case .storeUnusable(let problem) = error {
            self.init(problem)
            return
        }
        let code =
            switch error {
            case .dataRestricted: "data-restricted"
            case .historyTokenInvalid: "token-invalid"
            case .tooManyRows: "too-many-rows"
            case .storeUnusable: "store"
            }
        self.init(
            error == .historyTokenInvalid ? .wrong : .environment, code: code,
            problem: error.errorDescription ?? "", fix: error.recoverySuggestion ?? "")
    }
}
