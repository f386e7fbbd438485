import Banks
import Console
import Finance
import Foundation
import HTTP
import Programs
import Recording
import Settings
import Threads
import Watch

/// Makes live banks from the settings.
struct SourceFactory: Sendable {
    let resolver: SecretResolver
    let transport: any HTTPTransport
    let clock: any WallClock
    let zone: TimeZone

    /// - Parameter interval: overrides the settings' intervals, if given.
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    func sources(_ banks: [BankSettings], interval: Duration?) throws -> [WatchParts.PolledSource] {
        var problems: [SecretError] = []
        for reference in banks.flatMap(\.secretReferences) {
            do { _ = try resolver.secret(reference) } catch { problems.append(error) }
        }
        guard problems.isEmpty else { throw CommandFailure(problems) }
        return try banks.map { bank in
            let source =
                switch bank.access {
                case .sbanken(let sbanken): try make(sbanken, id: bank.id)
                case .command(let command): try make(command, id: bank.id)
                }
            return WatchParts.PolledSource(
                source: source,
                interval: interval ?? bank.interval ?? PipelineBuilder.standardInterval)
        }
    }

    private func make(_ bank: SbankenSettings, id: String) throws -> any BankSource {
        var configuration = SbankenConfiguration(
            id: id, clientID: try resolver.secret(bank.clientID),
            clientSecret: try resolver.secret(bank.clientSecret), timeZone: zone)
        configuration.customerID = try bank.customerID.map { try resolver.secret($0) }
        configuration.dialect = bank.dialect == .v1 ? .v1 : .v2
        configuration.apiURL = bank.apiURL
        configuration.authURL = bank.authURL
        configuration.historyFrom = bank.historyFrom
        configuration.readsArchive = bank.readsArchive
        configuration.readsCards = bank.readsCards
        return SbankenSource(configuration: configuration, transport: transport, clock: clock)
    }

    private func make(_ bank: BankCommandSettings, id: String) throws -> any BankSource {
        let secrets = try bank.variables.map { try resolver.secret($0.value) }
        var order = ProcessSpec(bank.program, resolver: resolver)
        for (variable, secret) in zip(bank.variables, secrets) {
            order.environment[variable.name] = secret.reveal()
        }
        return CommandSource(id: id, order: order, secrets: secrets, zone: zone, clock: clock)
    }
}

/// A bank whose answers are kept in a recording as they come.
///
/// A recording that can't be written any more is complained about once and never holds a poll up.
struct RecordedSource: BankSource {
    let bank: any BankSource
    let file: RecordingFile
    let warn: @Sendable (String) -> Void
    private let hasFailed = Lock(false)

    init(
        _ bank: any BankSource, in file: RecordingFile, warn: @escaping @Sendable (String) -> Void
    ) {
        self.bank = bank
        self.file = file
        self.warn = warn
    }

    var id: String { bank.id }

    func fetch(_ request: FetchRequest) async -> Snapshot {
        let snapshot = await bank.fetch(request)
        do {
            try file.append(snapshot)
            hasFailed.withLock { $0 = false }
        } catch {
            let isFirst = hasFailed.withLock { failed in
                defer { failed = true }
                return !failed
            }
            if isFirst { warn(Self.failure(error).text) }
        }
        return snapshot
    }

    static func failure(_ error: RecordingFileError) -> CommandFailure {
        CommandFailure(
            .environment, where: "--record", code: "recording",
            problem: "the recording can't be written: \(error.reason)",
            fix: "name a file in a folder of yours with room on its disk")
    }
}

extension ProcessSpec {
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
        for name in [
            "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
            "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
        ] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        environment["XDG_ACTIVATION_TOKEN"] = activationToken
        environment["DESKTOP_STARTUP_ID"] = activationToken
    }
}

extension TransportOptions {
    /// How the program presents itself to banks and receivers.
    static let standard = TransportOptions(userAgent: "saldovakt/\(Version.text)")
}
