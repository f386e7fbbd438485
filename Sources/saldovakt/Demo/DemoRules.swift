/// The rules of the demo: the text of `rules/demo.json`, so that an installed program has them.
///
/// A test holds the two against each other.
enum DemoRules: Sendable {
    /// The file's text.
    static let text = ""
}
