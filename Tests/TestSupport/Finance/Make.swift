/// Short ways to make Finance values in tests; all data is invented.
///
/// A builder that can't make its value records an issue that names the text, and returns a
/// harmless value.
///
/// ```swift
/// let row = Make.observation("-95.00", "2026-03-06", .pending, text: "KAFFEHJORNET AS")
/// let answer = Make.snapshot("2026-03-06T09:00:00Z", [Make.account()], [row])
/// ```
public enum Make: Sendable {}
