import Foundation

/// A channel of every kind that has a secret, all sending to one hook, with secrets to look for.
enum PlantedChannels {
    /// Commands whose output is looked through.
    static let commands = [
        ["alerts", "--pending", "--json"], ["alerts", "--gave-up"], ["alerts", "--why", "low"],
        ["status"], ["status", "--json"],
    ]

    /// The secrets, by the variables that hold them.
    static func environment(_ hook: Hook) -> [String: String] {
        [
            "PLANTED_JSON": hook.url("/planted-json-path"),
            "PLANTED_SIGN": "whsec_"
                + Data("planted-signing-secret-32-bytes!".utf8)
                .base64EncodedString(),
            "PLANTED_HEADER": "planted-header-value", "PLANTED_BEAT": hook.url("/planted-beat"),
            "PLANTED_SLACK": hook.url("/planted-slack-path"),
            "PLANTED_TELEGRAM": "123456789:plantedTelegramToken-AAAAAAAAAAAAAA",
            "PLANTED_MATRIX": "syt_planted_matrix_token", "PLANTED_TOPIC": "planted-ntfy-topic",
            "PLANTED_NTFY": "tk_plantedntfytoken", "PLANTED_GOTIFY": "AplantedGotifyX",
            "PLANTED_PUSH": "aplantedpushovertoken000000000",
            "PLANTED_USER": "uplantedpushoveruser0000000000",
            "PLANTED_ZULIP": "plantedzulipkey0000000000000000",
            "PLANTED_HASS": "planted.hass.token",
            "PLANTED_MAIL": "planted-mail-password", "PLANTED_MQTT": "planted-mqtt-password",
        ]
    }

    /// The name and the settings of each channel.
    static func entries(_ hook: Hook) -> [(name: String, settings: String)] {
        table.replacing("SERVER", with: hook.url("")).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (parts[0], "{\(parts[1])}")
        }
    }

    private static let table = #"""
        signed "type": "webhook", "url": {"env": "PLANTED_JSON"}, "signingSecret": {"env": "PLANTED_SIGN"}, "headers": {"X-Key": {"env": "PLANTED_HEADER"}}
        slack "type": "webhook", "format": "slack", "url": {"env": "PLANTED_SLACK"}
        telegram "type": "webhook", "format": "telegram", "url": "SERVER", "token": {"env": "PLANTED_TELEGRAM"}, "chat": 42
        matrix "type": "webhook", "format": "matrix", "url": "SERVER", "token": {"env": "PLANTED_MATRIX"}, "room": "!a:example.org"
        ntfy "type": "webhook", "format": "ntfy", "url": "SERVER", "topic": {"env": "PLANTED_TOPIC"}, "token": {"env": "PLANTED_NTFY"}
        gotify "type": "webhook", "format": "gotify", "url": "SERVER", "token": {"env": "PLANTED_GOTIFY"}
        pushover "type": "webhook", "format": "pushover", "url": "SERVER", "token": {"env": "PLANTED_PUSH"}, "user": {"env": "PLANTED_USER"}
        zulip "type": "webhook", "format": "zulip", "url": "SERVER", "user": "bot@example.org", "token": {"env": "PLANTED_ZULIP"}, "stream": "family"
        hass "type": "webhook", "format": "home-assistant", "url": "SERVER/api/services/notify/me", "token": {"env": "PLANTED_HASS"}
        post "type": "mail", "url": "smtp://127.0.0.1:1", "from": "a@example.org", "to": "b@example.org", "startTLS": false, "user": "vakt", "password": {"env": "PLANTED_MAIL"}
        broker "type": "mqtt", "url": "mqtt://127.0.0.1:1", "topic": "a", "user": "vakt", "password": {"env": "PLANTED_MQTT"}
        """#
}
