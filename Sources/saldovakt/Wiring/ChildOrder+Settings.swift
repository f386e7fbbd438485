import Foundation
import Programs
import Settings

extension ChildOrder {
    /// A program of the settings, with as little of our environment as programs need.
    init(_ program: CommandSettings, resolver: SecretResolver) {
        self.init(
            command: [resolver.path(program.program)] + program.arguments,
            environment: Self.minimalEnvironment(of: ProcessInfo.processInfo.environment),
            limit: program.timeout ?? Self.standardLimit)
    }

    /// What a program that opens a window needs besides: the desktop, and with the token of a click
    /// the right to come to the front.
    mutating func addDesktop(activationToken: String?) {
        let own = ProcessInfo.processInfo.environment
        for name in Self.desktopVariables { environment[name] = own[name] }
        environment["XDG_ACTIVATION_TOKEN"] = activationToken
        environment["DESKTOP_STARTUP_ID"] = activationToken
    }

    private static let desktopVariables = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
        "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    ]
}
