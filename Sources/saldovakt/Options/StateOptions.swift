import ArgumentParser

/// Where the program keeps what it knows.
struct StateOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder with the state; without it $XDG_STATE_HOME/saldovakt.",
            valueName: "dir"))
    var state: String?
}
