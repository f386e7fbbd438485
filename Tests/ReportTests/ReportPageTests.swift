import Finance
import Foundation
import FoundationXML
import Rules
import TestSupport
import Testing

@testable import Report

@Suite("A report as a page")
struct ReportPageTests {
    /// The names of elements and attributes of a page, and its text.
    private final class Reading: NSObject, XMLParserDelegate {
        var elements: Set<String> = []
        var attributes: Set<String> = []
        var styles: [String] = []
        var text = ""

        init(_ html: String) throws {
            super.init()
            let parser = XMLParser(data: Data(html.utf8))
            parser.delegate = self
            let isWellFormed = parser.parse()
            #expect(
                isWellFormed, "line \(parser.lineNumber): \(String(describing: parser.parserError))"
            )
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String] = [:]
        ) {
            elements.insert(name)
            self.attributes.formUnion(attributes.keys)
            if let style = attributes["style"] { styles.append(style) }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    @Test("looks as it always did, in both languages", arguments: [Language.english, .norwegian])
    func golden(language: Language) throws {
        let html = Story().html(language)
        _ = try Reading(html)
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/report.\(language.rawValue).html")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(html.utf8).write(to: file)
            Issue.record("recorded \(file.lastPathComponent)")
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let isSame = html == expected
        #expect(isSame, "another page than \(file.lastPathComponent); RECORD_SNAPSHOTS=1 writes it")
    }

    @Test("shows what there is: figures, limits, forecast, payments, spending, alerts, health")
    func parts() throws {
        let page = try Reading(Story(accounts: 3).html()).text.replacing("\u{A0}", with: " ")
        for words in [
            "From 1 Aug to 23 Nov 07:00", "Brukskonto is low: 4 812,00 kr", "limit 5 000,00 kr",
            "limit 2 000,00 kr", "Lowest in the forecast: ", "27 NovSTRØM−1 249,00 kr",
            "expected salary", "Groceries", "Category (EUR)", "STRØMMEFILM129,00 krmonth5 Nov5 Dec",
            "Eurobank does not answer. Since 20 Nov 07:30.", "20 Jan 2027 13:00",
            "Nobody is watching",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!Story().html(account: Make.accountID("a0")).contains("Felleskonto"))
    }

    @Test("of a store without anything says so")
    func empty() throws {
        let contents = ReportContents(
            ReportInput(), since: Story.firstDay, at: Story.now, zone: Make.oslo)
        let page = try Reading(ReportPage(contents, language: .norwegian).html).text
        for words in [
            "Ingen aktive varsler", "ingen konto er kjent ennå", "Ingenting er planlagt",
            "Ikke noe forbruk", "Ingen fast betaling",
        ] {
            #expect(page.contains(words), "\(words)")
        }
        var story = Story(accounts: 1)
        story.input.balances = [:]
        #expect(try Reading(story.html()).text.contains("No figure is stored for this time"))
    }

    @Test("holds one account as well as twenty")
    func many() throws {
        for count in [1, 20] {
            let html = Story(accounts: count).html()
            _ = try Reading(html)
            #expect(html.components(separatedBy: "<svg").count == count + 1)
            if let folder = ProcessInfo.processInfo.environment["REPORT_PAGES"] {
                try Data(html.utf8).write(to: URL(filePath: "\(folder)/report-\(count).html"))
            }
        }
    }

    @Test("takes every text of a bank for text, and needs nothing from elsewhere")
    func hostile() throws {
        let plain = try Reading(Story(accounts: 3).html())
        let texts = [
            "</title></style><script>alert(1)</script>", "\"' onload='x' style=\"", "&lt;b>&#60;",
            "]]><!-- ", "\u{1B}[31m\u{0}\u{202E}\u{FFFE}\u{85}", "url(http://x);}", "{{ }} ${x} %@",
        ]
        for text in texts {
            let html = Story(accounts: 3, prefix: text).html()
            let page = try Reading(html)
            #expect(
                page.elements == plain.elements && page.attributes == plain.attributes, "\(text)")
            #expect(!html.unicodeScalars.contains("\u{202E}") && !html.contains("\u{1B}"))
            #expect(page.styles.allSatisfy { $0.hasPrefix("--") })
        }
        let html = Story(accounts: 3).html()
        for way in ["<script", "<link", "src=", "href=", "@import", "url("] {
            #expect(!html.contains(way), "\(way)")
        }
        #expect(html.contains("default-src &#39;none&#39;"))
    }

    @Test("adds up by the rules file's own categories, before those of the bank")
    func ownCategories() {
        let file = #"""
            {"version": 1, "categories": {"film og mat": {"codes": ["5411"], "texts": ["FILM"]}},
             "rules": []}
            """#
        var story = Story()
        story.input.groups =
            RulesFile.load(Array(file.utf8), fileName: "rules.json", channels: []).groups
        let names = story.contents().spending.flatMap(\.rows).map(\.category)
        #expect(names.contains(.named("film og mat")) && !names.contains(.group(.groceries)))
        #expect(story.html(.norwegian).contains(">film og mat<"))
    }

    @Test("counts what is dated ahead in this month, as rules do, and nothing of the next one")
    func datedAhead() throws {
        var story = Story()
        let month = Make.day("2026-11-01")
        let before = try #require(story.contents().spending.first?.totals[month])
        var row = try #require(
            story.input.transactions.first { $0.signedAmount == Make.money("-129.00") })
        for day in ["2026-11-30", "2026-12-01"] {
            row.transactionDate = Make.day(day)
            story.input.transactions.append(row)
        }
        let table = try #require(story.contents().spending.first)
        #expect(table.totals[month] == before + 129_00)
        #expect(table.months.last == month)
        #expect(table.totals[Make.day("2026-12-01")] == nil)
    }

    @Test("keeps currencies apart")
    func currencies() {
        let tables = Story(accounts: 3).contents().spending
        #expect(tables.map(\.currency.code) == ["NOK", "EUR"])
        // Four months of film, food and rent, and shoes that came back.
        let account: Int64 = 4 * 12_039_50
        #expect(tables[1].rows.map(\.amounts.total).reduce(0, +) == account)
        #expect(tables[0].totals.total == account * 2)
        #expect(tables[0].rows.last?.category == .group(.clothing))
        #expect(tables[0].rows.last?.amounts.total == 0)
    }
}
