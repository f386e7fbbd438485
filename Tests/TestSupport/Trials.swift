import Foundation

/// How many of its trials a test makes: some in `make test`, all in `make trials`.
///
/// A trial is one of many inputs that are drawn at random or made from a list. The first ones show a
/// fault that most inputs have; rare ones take minutes to find, which no change should wait for.
public enum Trials: Sendable {
    private static let areAll = ProcessInfo.processInfo.environment["TRIALS"] == "all"

    /// The first `few` of many.
    public static func some<Inputs: Collection>(_ few: Int, of many: Inputs) -> [Inputs.Element] {
        Array(areAll ? many.prefix(.max) : many.prefix(few))
    }

    /// One of `distance` inputs, from one end of the list to the other.
    public static func every<Input>(_ distance: Int, of many: [Input]) -> [Input] {
        areAll ? many : stride(from: 0, to: many.count, by: distance).map { many[$0] }
    }

    /// How many times to draw.
    public static func count(_ few: Int, of many: Int) -> Int { areAll ? many : few }
}
