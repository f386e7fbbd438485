import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Sentences in Norwegian (RL-68)")
struct TranslationTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "rules")

    /// Every sentence of the examples and the cases that can be read, and the promised ones.
    static let sentences: [Sentence] = {
        let files = [folder, folder.appending(path: "cases")].flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
                .filter { $0.hasSuffix(".json") && !$0.contains("schema") }
                .compactMap { FileManager.default.contents(atPath: folder.path() + "/" + $0) }
        }
        var texts: Set<String> = Set(RuleSentences.all)
        for file in files {
            guard let root = PositionedJSON(Array(file)).root else { continue }
            let cases = root["cases"]?.elements ?? [root]
            for rule in cases.flatMap({ $0["rules"]?.elements ?? [] }) {
                if let text = (rule["when"] ?? rule).string { texts.insert(text) }
            }
        }
        return texts.sorted().compactMap { try? SentenceParser.parse($0).get() }
    }()

    @Test("what is written in Norwegian is read back as the same, for all that it has words for")
    func readBack() throws {
        var missing: [String] = []
        for sentence in Self.sentences {
            guard let words = sentence.words(in: .norwegian, groups: .none) else {
                missing.append(sentence.canonicalWords)
                continue
            }
            let again = try SentenceParser.parse(words).get()
            #expect(again.meaning == sentence.meaning, "\(words)")
            #expect(again.canonicalWords == sentence.canonicalWords, "\(words)")
            #expect(again.words(in: .norwegian, groups: .none) == words, "\(words)")
        }
        print("Norwegian: \(Self.sentences.count - missing.count) of \(Self.sentences.count)")
        for sentence in missing { print("  no words: \(sentence)") }
        #expect(Self.sentences.count > 500)
        #expect(missing.count * 50 < Self.sentences.count)
    }

    @Test(
        "money from anybody is written and read back as the same",
        arguments: [
            "new payment", "no payment", "2 payments", "new pending payment", "new credit",
            "no salary", "new refund", "3 debits", "new transfer",
        ], ["Anna", "NAV", "Kiwi*", "Ola Nordmann", "Skatteetaten", "Sparekonto"])
    func senders(start: String, name: String) throws {
        let ends =
            switch start.prefix(2) {
            case "no": [" by the 5th", " by the 5th at 12:00"]
            case "2 ", "3 ": [" with the same amount within 3 days", " within 2 hours"]
            default: ["", " over 500", ", at most once a day"]
            }
        for end in ends {
            let text = "\(start) from '\(name)'\(end)"
            guard case .success(let sentence) = SentenceParser.parse(text) else { continue }
            let words = try #require(sentence.words(in: .norwegian, groups: .none), "\(text)")
            let again = try SentenceParser.parse(words).get()
            #expect(again.meaning == sentence.meaning, "\(words)")
        }
    }

    @Test("reads as people write it")
    func examples() throws {
        for (english, norwegian) in [
            "balance of Brukskonto < 100 kr, until over 150.50 kr, for 30 minutes":
                "saldo på 'Brukskonto' er under 100 kr, til over 150,50 kr, i 30 minutter",
            "new purchase over 200 at 'REMA*', only between 07:00 and 22:00":
                "nytt kjøp over 200 hos 'REMA*', bare mellom 07:00 og 22:00",
            "no salary by the 15th at 12:00": "ingen lønn innen den 15. kl. 12:00",
            "summary of all accounts every monday at 08:00":
                "sammendrag av alle kontoer hver mandag kl. 08:00",
        ] {
            let sentence = try SentenceParser.parse(english).get()
            #expect(sentence.words(in: .norwegian, groups: .none) == norwegian)
        }
    }

    @Test("a file is translated, and back")
    func file() throws {
        let text =
            #"{"version":1,"rules":[ "balance under 100", {"when":"ny utgift over 5"}, "saldo under 7 kr" ]}"#
        let norwegian = RulesFormatter.format(
            Array(text.utf8), fileName: "a", language: .norwegian)
        #expect(
            String(decoding: norwegian.bytes, as: UTF8.self)
                == #"{"version":1,"rules":[ "saldo er under 100", {"when":"ny utgift over 5"}, "saldo er under 7 kr" ]}"#
        )
        #expect(norwegian.untranslated.isEmpty)
        let english = RulesFormatter.format(norwegian.bytes, fileName: "a", language: .english)
        #expect(
            String(decoding: english.bytes, as: UTF8.self)
                == #"{"version":1,"rules":[ "balance is under 100", {"when":"new debit over 5"}, "balance is under 7 NOK" ]}"#
        )
    }

    @Test("what a finding says is in the language of the sentence")
    func findings() {
        let text = #"{"version":1,"rules":[ "saldo undr 100", "saldo under 100 på helligdager" ]}"#
        let findings = RulesFile.load(Array(text.utf8), fileName: "a", channels: []).findings
        #expect(findings.map(\.language) == [.norwegian, .norwegian])
        let said = FindingRenderer.text(findings)
        #expect(said.contains("mente du \"under\"?  →  saldo under 100"))
        #expect(said.contains("\"helligdager\" ble ikke forstått; forstått: \"saldo under 100"))
    }

    @Test("every word of the grammar is known, so that it is never taken for a slip")
    func known() {
        for sentence in Self.sentences {
            for token in Lexer.tokens(of: sentence.canonicalWords) {
                guard case .word = token.kind else { continue }
                #expect(EverydayWords.isKnown(token.folded), "\(token.folded)")
            }
        }
    }
}
