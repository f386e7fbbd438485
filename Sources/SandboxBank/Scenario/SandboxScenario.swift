public import Finance

/// A bank with its customer, its accounts and the story that happens to them.
///
/// Read one from a file with ``init(json:file:)``, or take ``demo`` or ``sample``.
public struct SandboxScenario: Sendable, Equatable {
    /// The first bank day.
    public enum Start: Sendable, Equatable {
        /// This very day.
        case day(CalendarDay)
        /// The day the server starts, plus so many days; `today-9` in a file is −9.
        case today(plus: Int)
    }

    /// What happens at one step.
    public struct Step: Sendable, Equatable {
        /// The number of the step, from 1; numbers may be left out, then nothing happens.
        public var at: Int
        /// Days from the first bank day to the bank day of this step.
        public var day: Int
        /// What happens, in a few words, for whoever watches.
        public var note: String?
        /// What happens, in this order.
        public var actions: [SandboxAction]

        /// Describes a step.
        public init(at: Int, day: Int, note: String? = nil, actions: [SandboxAction]) {
            self.at = at
            self.day = day
            self.note = note
            self.actions = actions
        }
    }

    /// A short name.
    public var name: String
    /// The first bank day.
    public var start: Start
    /// What a client must know.
    public var credentials: SandboxCredentials
    /// The accounts in the order in which they are listed.
    public var accounts: [SandboxAccount]
    /// Rows from before the start; they do not change the balances of ``accounts``.
    public var history: [SandboxAction]
    /// How the switches stand at the start; those left out are at rest.
    public var switches: [SandboxSwitch: SwitchValue]
    /// The answers of further list endpoints.
    public var lists: [SandboxList]
    /// The story, by rising step numbers.
    public var timeline: [Step]

    /// Describes a scenario without history and story.
    public init(
        name: String, start: Start, credentials: SandboxCredentials = .builtIn,
        accounts: [SandboxAccount]
    ) {
        self.name = name
        self.start = start
        self.credentials = credentials
        self.accounts = accounts
        history = []
        switches = [:]
        lists = []
        timeline = []
    }

    /// The number of the last step that does something; 0 without a story.
    public var lastStep: Int { timeline.last?.at ?? 0 }
}
