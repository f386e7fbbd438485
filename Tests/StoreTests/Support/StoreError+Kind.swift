import Alerts
import Store

extension StoreError {
    /// Whether it says that nothing can be written.
    var isNotWritable: Bool {
        if case .notWritable = self { true } else { false }
    }

    /// The words of a file that can't be read.
    var unreadableProblem: String? {
        if case .unreadable(_, let problem) = self { problem } else { nil }
    }
}

/// Opens a finance store; why it can't be used is thrown as the store's own error.
func openFinance(_ folder: String, reader: ReaderName? = nil) throws(StoreError) {
    do throws(FinanceError) {
        if let reader {
            _ = try FinanceStore.open(folder: folder, reader: reader)
        } else {
            _ = try FinanceStore.open(folder: folder)
        }
    } catch {
        guard case .storeUnusable(let problem) = error else { return }
        throw problem
    }
}
