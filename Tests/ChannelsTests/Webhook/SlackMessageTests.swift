import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Channels

@Suite("slack message", .io)
struct SlackMessageTests {
    @Test("title as header, body as section, both plain")
    func golden() {
        let text = SlackMessage(SampleNotification.level()).json.text
        #expect(
            text == """
                {"blocks":[{"text":{"emoji":false,"text":"Brukskonto: 95,00 kr",\
                "type":"plain_text"},"type":"header"},{"text":{"emoji":false,\
                "text":"balance under 100 NOK","type":"plain_text"},"type":"section"}],\
                "mrkdwn":false,"text":"Brukskonto: 95,00 kr — balance under 100 NOK",\
                "unfurl_links":false,"unfurl_media":false}
                """)
    }

    @Test("nobody is called by a bank text")
    func mentions() {
        let message = SlackMessage(
            SampleNotification.level(title: "<!channel> & <@U1>", body: "*a* <https://x|y>\u{202E}")
        )
        #expect(message.blocks[0].text == "&lt;!channel&gt; &amp; &lt;@U1&gt;")
        #expect(message.blocks[1].text == "*a* &lt;https://x|y&gt;")
        #expect(!message.text.contains("<"))
    }

    @Test("stays within Slack's limits")
    func limits() {
        let long = String(repeating: "&æ", count: 5_000)
        let message = SlackMessage(SampleNotification.level(title: long, body: long))
        #expect(message.blocks[0].text.utf16.count <= 150)
        #expect(message.blocks[1].text.utf16.count <= 3_000)
        #expect(message.blocks[1].text.hasSuffix("…"))
        let digest = SlackMessage(SampleNotification.digest(lines: 500))
        #expect(digest.blocks.count <= 50)
        #expect(digest.blocks.last?.text == "… +455")
    }

    @Test("an empty title still makes a header that Slack takes")
    func emptyTitle() {
        let message = SlackMessage(SampleNotification.level(title: "", body: ""))
        #expect(message.blocks.map(\.text) == ["saldovakt"])
    }
}
