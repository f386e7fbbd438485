import ArgumentParser

/// Where banks and channels are set up.
struct SettingsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The settings file; without it $XDG_CONFIG_HOME/saldovakt/settings.json.",
            valueName: "file"))
    var settings: String?
}
