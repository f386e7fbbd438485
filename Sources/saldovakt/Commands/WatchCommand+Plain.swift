import ArgumentParser

/// The short way from arguments to a command, for those that leave nothing to say.
///
/// The library looks at the properties of each command by reflection, which takes a tenth of the time
/// from the start to the first notice. Whatever is not plain goes the long way.
extension WatchCommand {
    /// The options that take a value.
    static let valueNames: Set<String> = [
        "--rules", "--settings", "--state", "--interval", "--record", "--metrics",
    ]
    /// The options that take none.
    static let flagNames: Set<String> = ["--once", "--plain", "--json"]

    /// Reads options that are all written out, each once and with its value behind it; `nil` for any
    /// others, right or wrong.
    init?(plainly arguments: [String]) {
        guard let (values, flags) = Self.sorted(arguments), let path = values["--rules"]
        else { return nil }
        let interval = values["--interval"].map { IntervalArgument(argument: $0) }
        if case .some(.none) = interval { return nil }
        let port = values["--metrics"].map { PortArgument(argument: $0) }
        if case .some(.none) = port { return nil }
        var places = (settings: SettingsOptions(), state: StateOptions())
        places.settings.settings = values["--settings"]
        places.state.state = values["--state"]
        self.init()
        rules = path
        settings = places.settings
        state = places.state
        self.interval = interval ?? nil
        record = values["--record"]
        metrics = port ?? nil
        once = flags.contains("--once")
        plain = flags.contains("--plain")
        json = flags.contains("--json")
        guard (try? validate()) != nil else { return nil }
    }

    private static func sorted(
        _ arguments: [String]
    ) -> (values: [String: String], flags: Set<String>)? {
        var (values, flags) = ([String: String](), Set<String>())
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if flagNames.contains(name) {
                guard flags.insert(name).inserted else { return nil }
            } else {
                guard valueNames.contains(name), values[name] == nil, let value = rest.popFirst(),
                    !value.isEmpty, !value.hasPrefix("-")
                else { return nil }
                values[name] = value
            }
        }
        return (values, flags)
    }
}
