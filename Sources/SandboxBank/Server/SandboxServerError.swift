/// Why a sandbox server does not start.
public enum SandboxServerError: Error, Sendable, Equatable {
    /// The scenario has mistakes.
    case scenario(ScenarioError)
    /// Another program listens on the port.
    case portTaken(Int)
    /// The port cannot be listened on for another reason, such as a port under 1024.
    case cannotListen(port: Int)
    /// The server was started before; make a new one.
    case startedBefore
}

extension SandboxServerError: CustomStringConvertible {
    /// What is wrong and how to fix it.
    public var description: String {
        switch self {
        case .scenario(let error): error.description
        case .portTaken(let port):
            "port \(port) is taken by another program; choose another one, or 0 for any"
        case .cannotListen(let port):
            "port \(port) cannot be listened on; choose one above 1023, or 0 for any"
        case .startedBefore: "this server was started before; make a new one"
        }
    }
}
