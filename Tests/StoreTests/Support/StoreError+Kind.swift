import Alerts

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
