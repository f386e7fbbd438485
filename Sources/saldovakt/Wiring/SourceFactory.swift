import Banks
import Finance
import Foundation
import HTTP
import Programs
import Settings
import Watch

/// Makes live banks from the settings.
struct SourceFactory: Sendable {
    /// Reads the secrets.
    let resolver: SecretResolver
    /// Carries the requests.
    let transport: any HTTPTransport
    /// Stamps the answers.
    let clock: any WallClock
    /// The zone of the bank's days.
    let zone: TimeZone

    /// How often a bank is polled when neither settings nor options say it.
    static let standardInterval = Duration.seconds(300)

    /// Makes the banks in the order of the settings.
    ///
    /// - Parameters:
    ///   - banks: the settings of the banks.
    ///   - interval: overrides the settings' intervals, if given.
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    func sources(_ banks: [BankSettings], interval: Duration?) throws -> [WatchParts.PolledSource] {
        let problems = banks.flatMap(\.secretReferences).compactMap(problem)
        guard problems.isEmpty else { throw CommandFailure(problems) }
        return try banks.map { bank in
            WatchParts.PolledSource(
                source: try make(bank),
                interval: interval ?? bank.interval ?? Self.standardInterval)
        }
    }

    private func problem(_ reference: SecretReference) -> SecretError? {
        do {
            _ = try resolver.secret(reference)
            return nil
        } catch {
            return error
        }
    }

    private func make(_ bank: BankSettings) throws -> any BankSource {
        switch bank.access {
        case .sbanken(let sbanken): try make(sbanken, id: bank.id)
        case .command(let command): try make(command, id: bank.id)
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
        var order = ChildOrder(bank.program, resolver: resolver)
        for (variable, secret) in zip(bank.variables, secrets) {
            order.environment[variable.name] = secret.reveal()
        }
        return CommandSource(id: id, order: order, secrets: secrets, zone: zone, clock: clock)
    }
}
