/// What a notification daemon says about itself.
public struct DesktopServer: Sendable, Hashable {
    /// Its name, `dunst`.
    public let name: String
    /// Who makes it.
    public let vendor: String
    /// Its version.
    public let version: String
    /// The version of the Desktop Notifications specification it follows.
    public let specification: String
    /// What it can do: `body-markup`, `actions` and so on.
    public let capabilities: Set<String>

    /// Makes a description.
    public init(
        name: String, vendor: String, version: String, specification: String,
        capabilities: Set<String>
    ) {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specification = specification
        self.capabilities = capabilities
    }

    /// Whether bodies are read as markup and so have to be escaped.
    var readsMarkup: Bool { capabilities.contains("body-markup") }

    /// Whether a click is reported; without it some daemons make a dialog of an action.
    var hasActions: Bool { capabilities.contains("actions") }
}
