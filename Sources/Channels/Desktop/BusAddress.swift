import Glibc

/// Where the session bus is said to be.
enum BusAddress: Equatable {
    /// `DBUS_SESSION_BUS_ADDRESS` says so.
    case environment
    /// The variable is missing, but the user's runtime folder has a bus: GIO finds it by itself.
    case runtimeDirectory
    /// Nothing says so. GIO would start a second bus with `dbus-launch`, and a second daemon on
    /// it, so nothing may be tried.
    case none

    /// Applies the rule to an environment.
    init(variable: (String) -> String?, isSocket: (String) -> Bool) {
        if variable("DBUS_SESSION_BUS_ADDRESS") != nil {
            self = .environment
        } else if let folder = variable("XDG_RUNTIME_DIR"), isSocket(folder + "/bus") {
            self = .runtimeDirectory
        } else {
            self = .none
        }
    }

    /// Applies the rule to this process.
    static var ofThisProcess: BusAddress {
        BusAddress(
            variable: { name in getenv(name).map { String(cString: $0) } },
            isSocket: { path in
                var status = stat()
                return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            })
    }
}
