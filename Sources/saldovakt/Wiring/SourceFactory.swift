import Banks
import Console
import Finance
import Foundation
import HTTP
import Programs
import Settings
import Store
import Watch

/// Makes live banks from the settings.
struct SourceFactory: Sendable {
    var resolver: SecretResolver
    let transport: any HTTPTransport
    let clock: any WallClock
    let zone: TimeZone
    /// The state folder, where sign-ins are stored.
    let stateFolder: String
    /// Whether a locked keyring may ask the person to unlock it.
    let prompts: Bool

    /// - Parameter interval: overrides the settings' intervals, if given.
    /// - Throws: ``CommandFailure`` with every secret that can't be read, or if a bank can't be asked
    ///   that often.
    func sources(_ banks: [BankSettings], interval: Duration?) throws -> [WatchParts.PolledSource] {
        try checkSecrets(of: banks)
        return try banks.map { bank in
            try check(interval, for: bank)
            return WatchParts.PolledSource(
                source: bank.secretReferences.isEmpty
                    ? try source(of: bank) : try CurrentSource(bank, factory: self),
                interval: interval ?? bank.interval ?? bank.pace.standard,
                isRationed: bank.pace.isRationed)
        }
    }

    /// - Throws: ``CommandFailure`` with every secret of the banks that can't be read.
    func checkSecrets(of banks: [BankSettings]) throws(CommandFailure) {
        var problems: [SecretError] = []
        for reference in banks.flatMap(\.secretReferences) {
            do { _ = try resolver.secret(reference) } catch { problems.append(error) }
        }
        guard problems.isEmpty else { throw CommandFailure(problems) }
    }

    fileprivate var unattended: SourceFactory {
        var factory = self
        factory.resolver = resolver.unattended
        return factory
    }

    func signInStore(of bank: BankSettings) -> StoredSignIn {
        StoredSignIn(bank, stateFolder: stateFolder, prompts: prompts)
    }

    private func check(_ interval: Duration?, for bank: BankSettings) throws {
        guard let interval, interval < bank.pace.floor else { return }
        throw CommandFailure(
            .usage, where: "--interval", code: "interval",
            problem: "bank \(bank.id) can't be asked that often: \(bank.pace.reason)",
            fix: "leave --interval away, or give at least \(bank.pace.floorText)")
    }

    fileprivate func source(of bank: BankSettings) throws -> any BankSource {
        let store = signInStore(of: bank)
        return switch bank.access {
        case .sbanken(let settings):
            SbankenSource(
                configuration: try SbankenConfiguration(
                    id: bank.id, settings, timeZone: zone, secret: resolver.secret),
                transport: transport, clock: clock)
        case .spareBank1(let settings):
            SpareBank1Source(
                configuration: try configuration(settings, of: bank), store: store,
                transport: transport, clock: clock)
        case .enableBanking(let settings):
            EnableBankingSource(
                configuration: try configuration(settings, of: bank), transport: transport,
                clock: clock, store: store)
        case .simpleFIN(let settings):
            SimpleFINSource(
                id: bank.id, accessURL: try settings.accessURL.map { try resolver.secret($0) },
                store: store, transport: transport, clock: clock)
        case .files(let files):
            FilesSource(
                id: bank.id, folder: resolver.path(files.folder), profile: files.profile,
                account: files.account, zone: zone, clock: clock)
        case .command(let command): try source(of: command, at: bank)
        }
    }

    private func source(
        of command: BankCommandSettings, at bank: BankSettings
    ) throws -> any BankSource {
        let secrets = try command.variables.map { try resolver.secret($0.value) }
        var spec = ProcessSpec(command.program, resolver: resolver)
        for (variable, secret) in zip(command.variables, secrets) {
            spec.environment[variable.name] = secret.reveal()
        }
        spec.environment["SALDOVAKT_STATE"] = try signInStore(of: bank).folderForProgram()
        return CommandSource(id: bank.id, spec: spec, secrets: secrets, clock: clock)
    }
}

extension SourceFactory {
    /// Makes live banks for a command that polls them itself.
    init(_ configuration: Configuration, stateFolder: String) {
        self.init(
            resolver: configuration.resolver, transport: CurlTransport(options: .standard),
            clock: SystemClock(), zone: configuration.settings.timeZone, stateFolder: stateFolder,
            prompts: true)
    }

    private func configuration(
        _ settings: SpareBank1Settings, of bank: BankSettings
    ) throws -> SpareBank1Configuration {
        try SpareBank1Configuration(
            id: bank.id, settings, timeZone: zone, secret: resolver.secret)
    }

    private func configuration(
        _ settings: EnableBankingSettings, of bank: BankSettings
    ) throws -> EnableBankingConfiguration {
        try EnableBankingConfiguration(
            id: bank.id, settings, timeZone: zone, secret: resolver.secret)
    }

    /// The browser sign-in of a bank; `nil` if it has none.
    func browserSignIn(at bank: BankSettings) throws -> (any BrowserSignIn)? {
        switch bank.access {
        case .spareBank1(let settings):
            SpareBank1SignIn(
                configuration: try configuration(settings, of: bank),
                store: signInStore(of: bank), transport: transport, clock: clock)
        case .enableBanking(let settings):
            EnableBankingSignIn(
                configuration: try configuration(settings, of: bank), transport: transport,
                clock: clock, store: signInStore(of: bank))
        default: nil
        }
    }
}

/// A bank whose secrets are read again before each poll, so that new ones need no restart.
private actor CurrentSource: BankSource {
    nonisolated let id: String
    private let bank: BankSettings
    private let factory: SourceFactory
    private var secrets: [Secret]
    private var source: any BankSource

    init(_ bank: BankSettings, factory: SourceFactory) throws {
        id = bank.id
        self.bank = bank
        self.factory = factory.unattended
        secrets = try bank.secretReferences.map { try factory.resolver.secret($0) }
        source = try factory.source(of: bank)
    }

    func fetch(_ request: FetchRequest) async -> Snapshot {
        // While they can't be read, as in a locked keyring, the last ones may still be good.
        if let current = try? bank.secretReferences.map({ try factory.resolver.secret($0) }),
            current != secrets, let renewed = try? factory.source(of: bank)
        {
            (secrets, source) = (current, renewed)
        }
        return await source.fetch(request)
    }
}
