import Finance
import Foundation
import Testing

@testable import Settings

@Suite("Settings of channels")
struct ChannelSettingsTests {
    private func settings() throws -> SaldovaktSettings {
        try #require(
            SettingsFile.load(
                bytes: try Fixtures.bytes("good/channels.json"), fileName: "settings.json",
                mode: FileMode(0o644)
            ).settings)
    }

    private func webhook(_ name: String) throws -> WebhookSettings {
        guard case .webhook(let webhook) = try #require(settings().channel(named: name)).kind else {
            throw CocoaError(.coderValueNotFound)
        }
        return webhook
    }

    @Test("read every format, every one of them in the example")
    func everyFormat() throws {
        var formats: Set<WebhookSettings.Format> = []
        for case .webhook(let webhook) in try settings().channels.map(\.kind) {
            formats.insert(webhook.format)
        }
        #expect(formats == Set(WebhookSettings.Format.allCases))
    }

    @Test("read what a format has of its own")
    func parts() throws {
        #expect(try webhook("telegram").place == .literal(Secret("-1001234567890")))
        #expect(try webhook("telegram").url == nil)
        #expect(try webhook("matrix").place == .literal(Secret("!opaque:example.org")))
        #expect(try webhook("matrix").token?.source == .environment("MATRIX"))
        #expect(try webhook("ntfy").place?.reference?.source == .environment("NTFY_TOPIC"))
        #expect(try webhook("pushover").user?.reference?.source == .environment("PUSHOVER_USER"))
        #expect(try webhook("zulip").user == .literal(Secret("saldovakt-bot@example.org")))
        #expect(try webhook("zulip").place == .literal(Secret("family")))
        #expect(try webhook("zulip").heading == "money")
    }

    @Test("read two signing secrets in their order, for the time of a change")
    func rotation() throws {
        #expect(
            try webhook("hook").signingSecrets.map(\.source) == [
                .environment("NEW_KEY"), .environment("OLD_KEY"),
            ])
    }

    @Test("read mail, MQTT and commands")
    func others() throws {
        let settings = try settings()
        var post = MailSettings(
            url: "smtp://mail.example.org:587", from: "vakt@example.org",
            to: ["kari@example.org", "ola@example.org"])
        post.user = .literal(Secret("vakt"))
        guard case .mail(let mail)? = settings.channel(named: "post")?.kind,
            case .mail(let local)? = settings.channel(named: "local")?.kind,
            case .mqtt(let broker)? = settings.channel(named: "broker")?.kind,
            case .command(let command)? = settings.channel(named: "own")?.kind
        else { throw CocoaError(.coderValueNotFound) }
        post.password = mail.password
        #expect(mail == post && mail.password?.source == .environment("MAIL"))
        #expect(mail.requiresEncryption && !local.requiresEncryption)
        #expect(local.to == ["kari@example.org"])
        #expect(broker.topic == "saldovakt/alerts")
        #expect(
            command
                == CommandSettings(
                    program: "~/bin/on-notice", arguments: ["--loud"], timeout: .seconds(10)))
    }

    @Test("show amounts at home only, unless they say otherwise")
    func details() throws {
        let full = try settings().channels.filter { $0.detail == .full }.map(\.name)
        #expect(full == ["hook", "broker", "own", "desktop", "terminal"])
        #expect(try settings().channels.allSatisfy { $0.detail != .generic })
    }

    @Test("name every reference, so that all are checked at the start")
    func references() throws {
        let names = try settings().secretReferences.map(\.description)
        #expect(names.count == 20)
        for name in ["NEW_KEY", "OLD_KEY", "ZULIP", "PUSHOVER_USER", "MAIL", "MQTT_USER", "MQTT"] {
            #expect(names.contains("{\"env\": \"\(name)\"}"))
        }
    }

    @Test("with a topic of ntfy in it is refused when others can read the file")
    func topicIsAnAddress() throws {
        let text = """
            {"version": 1, "channels": {"a": {"type": "webhook", "format": "ntfy", "topic": "x1"}}}
            """
        #expect(Fixtures.load(text, mode: 0o600).settings != nil)
        #expect(Fixtures.load(text, mode: 0o644).settings == nil)
    }
}
