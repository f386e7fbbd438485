import Alerts
import Channels
import Console
import Finance
import Foundation
import HTTP
import Programs
import Rules
import Settings
import Threads
import Watch

/// Makes live channels from the settings.
struct ChannelFactory: Sendable {
    let resolver: SecretResolver
    let transport: any HTTPTransport
    /// The transport of mails and MQTT messages; a separate one, so that slow mail servers take no
    /// turns of web requests.
    let messages: any MessageTransport
    let zone: TimeZone
    let language: Language
    /// Writes the lines of the terminal channel; returns false if a line can't be written.
    let write: @Sendable (String) -> Bool
    /// Makes the page that a notification's mail contains.
    var page: @Sendable (AlertNotification) async -> MailPage? = { _ in nil }
    /// Called when a mail server accepted a mail only without its page.
    var pageRefused: @Sendable (_ answer: String) -> Void = { _ in }
    /// The recipients of mails that others have not got yet; shared by a channel's replacements.
    var reached = Lock<[String: Set<String>]>([:])

    func channel(_ settings: ChannelSettings) throws(CommandFailure) -> any Channel {
        do {
            return try make(settings)
        } catch let error as CommandFailure {
            throw error
        } catch let error as SecretError {
            throw CommandFailure([error])
        } catch {
            throw CommandFailure(
                .wrong, where: "channel \(settings.name)", code: "channel-settings",
                problem: "\(error)", fix: "correct the channel's entry in the settings file")
        }
    }

    private func make(_ channel: ChannelSettings) throws -> any Channel {
        let name = channel.name
        return switch channel.kind {
        case .desktop: DesktopChannel(name: name, options: DesktopOptions(language: language))
        case .terminal:
            TerminalChannel(
                name: name, usesColour: Terminal.hasColour, timeZone: zone, write: write)
        case .webhook(let webhook):
            try WebhookChannel(
                name: name, receiver: try receiver(webhook),
                headers: try webhook.headers.map {
                    WebhookHeader($0.name, try resolver.value($0.value))
                }, transport: transport)
        case .mail(let mail):
            try MailChannel(
                name: name, request: try request(mail), timeZone: zone, transport: messages,
                reached: reached, page: page, pageRefused: pageRefused)
        case .mqtt(let mqtt):
            try MQTTChannel(
                name: name,
                request: MQTTRequest(
                    url: mqtt.url, topic: mqtt.topic, login: try login(mqtt.user, mqtt.password)),
                transport: messages)
        case .command(let command):
            CommandChannel(name: name, program: ProcessSpec(command, resolver: resolver))
        }
    }

    private func request(_ mail: MailSettings) throws -> MailRequest {
        var request = MailRequest(url: mail.url, sender: mail.from, recipients: mail.to)
        request.login = try login(mail.user, mail.password)
        request.requiresEncryption = mail.requiresEncryption
        return request
    }

    private func login(_ user: ConfidentialText?, _ password: SecretReference?) throws -> Login? {
        Login(try user.map { try resolver.value($0) }, try password.map { try resolver.secret($0) })
    }

    /// The service behind a webhook, with its secrets.
    private func receiver(_ webhook: WebhookSettings) throws -> WebhookReceiver {
        let (server, token) = (
            try webhook.url.map { try resolver.address($0) },
            try webhook.token.map { try resolver.secret($0) }
        )
        func url() throws -> Secret { try needed(server, "url") }
        func key() throws -> Secret { try needed(token, "token") }
        func user() throws -> Secret {
            try needed(try webhook.user.map { try resolver.value($0) }, "user")
        }
        func place() throws -> Secret {
            try needed(
                try webhook.place.map { try resolver.value($0) }, "chat, room, stream or topic")
        }
        func signing() throws -> [SigningSecret] {
            try webhook.signingSecrets.compactMap { SigningSecret(try resolver.signingSecret($0)) }
        }
        return switch webhook.format {
        case .json: .json(url: try url(), signingSecrets: try signing())
        case .slack: .slack(url: try url(), signingSecrets: try signing())
        case .mattermost: .mattermost(url: try url())
        case .discord: .discord(url: try url())
        case .teams: .teams(url: try url())
        case .googleChat: .googleChat(url: try url())
        case .rocketChat: .rocketChat(url: try url())
        case .telegram: .telegram(server: server, token: try key(), chat: try place())
        case .matrix: .matrix(server: try url(), token: try key(), room: try place())
        case .ntfy: .ntfy(server: server, topic: try place(), token: token)
        case .gotify: .gotify(server: try url(), token: try key())
        case .pushover: .pushover(server: server, token: try key(), user: try user())
        case .zulip:
            .zulip(
                server: try url(), user: try user(), token: try key(), stream: try place(),
                topic: webhook.heading)
        case .homeAssistant: .homeAssistant(url: try url(), token: token)
        }
    }

    /// A secret that the format needs; reading the file has checked that it is given.
    private func needed(_ secret: Secret?, _ key: String) throws -> Secret {
        guard let secret else {
            throw CommandFailure(
                .wrong, code: "channel-settings", problem: "a webhook has no \(key)",
                fix: "add it to the channel's entry in the settings file")
        }
        return secret
    }
}

extension ChannelSettings.Kind {
    /// How many notifications it gets at once: programs accept many, people read one by one.
    var batch: DeliveryBatch {
        if case .webhook(let webhook) = self, webhook.format == .json { .wide } else { .oneByOne }
    }

    /// Whether it needs neither a network nor a secret.
    var isLocal: Bool {
        switch self {
        case .desktop, .terminal: true
        case .webhook, .mail, .mqtt, .command: false
        }
    }
}

/// The channels in use, each with its dispatcher; updated with rules and settings.
///
/// A channel begins when a rule first names it, or when something waits for it, and ends when the
/// settings no longer have it. So what waits on a channel that no rule names any more is delivered.
final class ChannelRegistry: Sendable {
    struct Line: Sendable {
        let settings: ChannelSettings
        let channel: any Channel
        /// Whether a reload made it in place of another one.
        let isReplacement: Bool
        /// Posted when entries were added to the outbox.
        let signal = WakeSignal()

        /// Whether it can continue under these settings.
        ///
        /// A process has one desktop, whose clicks have one listener, so it is never replaced.
        fileprivate func isKept(for next: ChannelSettings, isReload: Bool) -> Bool {
            guard case .desktop = next.kind else { return settings == next && !isReload }
            return settings.kind == next.kind && settings.name == next.name
        }
    }

    typealias Make =
        @Sendable (ChannelSettings, Configuration) throws(CommandFailure) -> any Channel

    /// What channels are made of.
    private struct Base: Sendable {
        var configuration: Configuration
        /// The names of channels that could not be made; they are tried again after a reload.
        var refused: Set<String> = []
    }

    private let beginnings = AsyncStream<Line>.makeStream()
    private let lines = Lock<[Line]>([])
    /// Held while channels begin and end, so that none begins twice.
    private let base: Lock<Base>
    private let make: Make

    /// Makes the channels that these rules use.
    ///
    /// Desktop and terminal are always made: they need no secrets, and the program's own alerts may
    /// have to go there.
    ///
    /// - Throws: ``CommandFailure`` with every secret that can't be read.
    init(
        _ configuration: Configuration, _ rules: RuleSet, make: @escaping Make
    ) throws(CommandFailure) {
        self.make = make
        base = Lock(Base(configuration: configuration))
        try follow(configuration, rules, isReload: false)
    }

    var current: [Line] { lines.withLock { $0 } }

    /// The desktop and the channels that rules use; the terminal is left out because the console
    /// shows failures itself.
    var ways: [FallbackNotifier.Way] {
        current.filter { $0.channel is DesktopChannel || !$0.settings.kind.isLocal }.map {
            ($0.channel, $0.settings.detail)
        }
    }

    /// Makes the channels that rules and settings need now, and ends those that the settings no
    /// longer have.
    ///
    /// - Parameter isReload: whether channels that need secrets are made again: the secrets may
    ///   have changed, and a closed receiver may be back.
    /// - Throws: ``CommandFailure`` with every channel that can't be made; nothing has changed
    ///   then.
    func follow(
        _ configuration: Configuration, _ rules: RuleSet, isReload: Bool
    ) throws(CommandFailure) {
        try base.withLock { base throws(CommandFailure) in
            try replace(configuration, rules, isReload: isReload)
            base = Base(configuration: configuration)
        }
    }

    /// The names of channels that have not begun and could.
    var idle: Set<String> { base.withLock { idle($0) } }

    private func idle(_ base: Base) -> Set<String> {
        base.configuration.channelNames.subtracting(current.map(\.settings.name))
            .subtracting(base.refused)
    }

    /// Begins channels that notifications wait for, although no rule names them.
    ///
    /// - Returns: the problems of those that can't be made, each once until the next reload.
    func begin(_ names: Set<String>) -> [CommandFailure] {
        base.withLock { base in
            let wanted = idle(base).intersection(names)
            var failures: [CommandFailure] = []
            for settings in base.configuration.settings.channels
            where wanted.contains(settings.name) {
                do throws(CommandFailure) {
                    let channel = try make(settings, base.configuration)
                    let line = Line(settings: settings, channel: channel, isReplacement: false)
                    lines.withLock { $0.append(line) }
                    beginnings.continuation.yield(line)
                } catch {
                    base.refused.insert(settings.name)
                    failures.append(error)
                }
            }
            return failures
        }
    }

    private func replace(
        _ configuration: Configuration, _ rules: RuleSet, isReload: Bool
    ) throws(CommandFailure) {
        let former = current
        let known = Set(former.map(\.settings.name))
        let named = known.union(rules.rules.flatMap(\.notify))
        var kept: [Line] = []
        var begun: [Line] = []
        var failures: [CommandFailure] = []
        for settings in configuration.settings.channels
        where settings.kind.isLocal || named.contains(settings.name) {
            if let line = former.first(where: { $0.isKept(for: settings, isReload: isReload) }) {
                kept.append(line)
                continue
            }
            do throws(CommandFailure) {
                begun.append(
                    Line(
                        settings: settings, channel: try make(settings, configuration),
                        isReplacement: known.contains(settings.name)))
            } catch { failures.append(error) }
        }
        guard failures.isEmpty else {
            throw CommandFailure(
                failures[0].status, text: failures.map(\.text).joined(separator: "\n"))
        }
        lines.withLock { [kept, begun] in $0 = kept + begun }
        let staying = Set(kept.map(\.settings.name))
        for line in former where !staying.contains(line.settings.name) { line.signal.finish() }
        for line in begun { beginnings.continuation.yield(line) }
    }

    func ring() { for line in current { line.signal.post() } }

    /// Delivers until ``finish()``; `deliver` handles one channel until its signal ends.
    func run(_ deliver: @escaping @Sendable (Line) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for await line in beginnings.stream { group.addTask { await deliver(line) } }
        }
    }

    func finish() {
        beginnings.continuation.finish()
        for line in current { line.signal.finish() }
    }
}
