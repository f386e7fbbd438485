import Finance
import SandboxBank
import TestSupport
import Testing

@Suite("The mailbox of the second form of the API")
struct MailboxTests {
    @Test("a folder lists its messages without their texts, which one message has")
    func reading() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let inbox = try await client.v2("/Mailbox/inbox")
            #expect(inbox.availableItems == "2")
            #expect(inbox.items.map { $0["id"]?.number } == ["9002", "9001"])
            #expect(inbox.items.allSatisfy { $0["body"] == nil && $0["attachment"] == nil })
            let message = try await client.v2("/mailbox/INBOX/9002/").json
            #expect(message?["body"]?.string == "Kontoutskriften ligger ved.")
            #expect(message?["status"]?.string == "Unread")
            #expect(message?["attachment"] == nil)
            let attachment = try await client.v2("/Mailbox/inbox/9002/attachment/1").json
            #expect(attachment?["attachmentId"]?.number == "1")
            #expect(attachment?["name"]?.string == "kontoutskrift.txt")
            #expect(attachment?["attachment"]?.string?.hasPrefix("SW5nZW4g") == true)
            #expect(try await client.v2("/Mailbox/archive").items.count == 1)
        }
    }

    @Test(
        "filters hold for lists and for counts, which are bare numbers",
        arguments: [
            ("", "2"), ("?statusFilter=Unread", "1"), ("?startDate=2026-03-01", "1"),
            ("?endDate=2026-03-01", "1"), ("?startDate=2026-02-10&endDate=2026-03-02", "2"),
            ("?startDate=2026-03-03", "0"), ("?statusFilter=null", "2"),
        ])
    func filters(query: String, count: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.v2("/Mailbox/inbox/count" + query).body == count)
            let list = try await client.v2("/Mailbox/inbox" + query)
            #expect(list.availableItems == count)
        }
    }

    @Test(
        "what the bank calls unsupported, or what no list can be cut by, is refused",
        arguments: [
            "?statusFilter=Read", "?statusFilter=x", "?index=-1", "?length=0", "?index=x",
            "?startDate=02.03.2026",
        ])
    func refused(query: String) async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.v2("/Mailbox/inbox" + query).status == 400)
        }
    }

    @Test("pages are cut like other lists, without a greatest length")
    func pages() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            let page = try await client.v2("/Mailbox/inbox?index=1&length=5000")
            #expect(page.items.map { $0["id"]?.number } == ["9001"])
            #expect(page.availableItems == "2")
        }
    }

    @Test("a message counts as read once that is said, and again as unread")
    func readStatus() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            for (status, unread) in [("Read", "0"), ("Unread", "1")] {
                let answer = try await client.order(
                    "PUT", "/Mailbox/inbox/9002/readstatus", #"{"status": "\#(status)"}"#)
                #expect(answer.status == 204)
                let count = try await client.v2("/Mailbox/inbox/count?statusFilter=Unread")
                #expect(count.body == unread)
            }
            let wrong = try await client.order(
                "PUT", "/Mailbox/inbox/9002/readstatus", #"{"status": "Gone"}"#)
            #expect(wrong.status == 400)
        }
    }

    @Test("a message that is put away gets a number that no message had, and does not come back")
    func moving() async throws {
        try await withSandbox { server, port in
            let client = try await TestClient.signedIn(port)
            let answer = try await client.order("PUT", "/Mailbox/inbox/9001/move")
            #expect(answer.status == 200)
            #expect(answer.body == "9003")
            #expect(try await client.v2("/Mailbox/inbox/9001").status == 404)
            let moved = try await client.v2("/Mailbox/archive/9003").json
            #expect(moved?["subject"]?.string == "Nye vilkår")
            #expect(try await client.order("PUT", "/Mailbox/archive/9003/move").status == 400)
            _ = try await client.control("reset")
            #expect(try await client.v2("/Mailbox/inbox/count").body == "2")
        }
    }

    @Test("a deleted message is gone")
    func deleting() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.order("DELETE", "/Mailbox/archive/7001").status == 204)
            #expect(try await client.order("DELETE", "/Mailbox/archive/7001").status == 404)
            #expect(try await client.v2("/Mailbox/archive/count").body == "0")
        }
    }

    @Test("the first form has no mailbox, and no address takes another method")
    func absent() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            #expect(try await client.v1("/Mailbox/inbox").status == 404)
            #expect(try await client.v2("/Mailbox/outbox").status == 404)
            #expect(try await client.v2("/Mailbox").status == 404)
            let answer = try await client.order("POST", "/Mailbox/inbox/9001")
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == "GET, DELETE")
        }
    }

    @Test("a key without the right to it is refused")
    func forbidden() async throws {
        try await withSandbox { _, port in
            let client = try await TestClient.signedIn(port)
            _ = try await client.control("switch/forbidden", "true")
            #expect(try await client.v2("/Mailbox/inbox").status == 403)
        }
    }
}
