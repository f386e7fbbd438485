import Alerts
import Console
import Finance
import RuleTools
import Settings
import Store

extension CommandFailure {
    /// What ended a command, in the form of the program's errors; `nil` for what is no failure.
    init?(anyOf error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as StoreError: self.init(error)
        case let error as FinanceError: self.init(error)
        case let fault as KeyringFault:
            let fault = SettingsFault.keyring(fault)
            self.init(.environment, code: fault.code, problem: fault.problem, fix: fault.fix)
        case let error as SecretError: self.init([error])
        case let error as CaseFileError: self.init(.wrong, text: error.text)
        case let error as RecordingUnreadable:
            self.init(
                .environment, where: error.path, code: "recording-unreadable",
                problem: "the recording can't be read", fix: "check the path and its permissions")
        default: return nil
        }
    }

    init(_ error: StoreError) {
        self.init(error, in: Configuration.zone)
    }

    private init(_ error: FinanceError) {
        let code: String
        switch error {
        case .dataRestricted: code = "data-restricted"
        case .historyTokenInvalid: code = "token-invalid"
        case .tooManyRows: code = "too-many-rows"
        case .storeUnusable(let problem):
            self.init(problem)
            return
        }
        self.init(
            error == .historyTokenInvalid ? .wrong : .environment, code: code,
            problem: error.errorDescription ?? "", fix: error.recoverySuggestion ?? "")
    }

    init(_ errors: [SecretError]) {
        self.init(.environment, text: errors.map(\.description).joined(separator: "\n"))
    }

    /// A name that is not known, with the nearest one that is.
    init(unknown what: String, _ name: String, among names: [String]) {
        let all = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let nearest = NearestName.find(name, among: names).map { "use '\($0)'" }
        self.init(
            .wrong, code: "unknown-\(what)", problem: "there is no such \(what): '\(name)'",
            fix: nearest ?? (names.isEmpty ? "there is none" : "use one of \(all)"))
    }
}
