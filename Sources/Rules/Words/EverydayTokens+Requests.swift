/// Requests for a notification beside what it is about: `new subscription? tell me`.
extension EverydayTokens {
    private static let stops: Set = [".", "!", "?", "=", "→", "—", ","]

    /// The words that turn to their negation with `tell me if not`.
    private static let denials = [
        "has": "hasn't", "have": "haven't", "is": "isn't", "are": "aren't", "har": "har ikke",
        "er": "er ikke",
    ]

    /// The tokens without a request behind what it is about, and with a comma behind one before it.
    ///
    /// Examples: `500 at Kiwi = alert`, `Salary? Let me know, once a week`, `Hi! Tell me when`.
    static func withoutRequests(_ tokens: [Token]) -> [Token] {
        var tokens = tokens
        for place in tokens.indices.dropLast().reversed() {
            let token = tokens[place]
            let stop = token.kind == .word && token.text.hasSuffix("?") ? "?" : token.text
            guard stops.contains(stop), place > 0 || stop != token.text else { continue }
            let behind = tokens[(place + 1)...]
            let end = behind.firstIndex { $0.text == "," || $0.kind == .end } ?? behind.endIndex
            if isRequest(behind[..<end]) {
                let isDenied = behind[..<end].indices.contains {
                    isDenial(at: $0, in: behind[..<end])
                }
                let rest = tokens[..<place] + [token].compactMap(withoutStop) + tokens[end...]
                if !isDenied {
                    tokens = Array(rest)
                } else if let question = denied(rest) {
                    tokens = question
                }
            } else if stop != "=", stop != ",", stop == token.text, isRequest(tokens[..<place]) {
                tokens[place] = Token(kind: .sign, text: ",", span: token.span)
                let next = tokens[place + 1]
                if next.kind == .word, EverydayWords.isKnown(next.folded),
                    !EverydayWords.list(.purses).contains(next.folded)
                {
                    // Its capital letter does not make `Can` a name.
                    tokens[place + 1] = Token(kind: .word, text: next.folded, span: next.span)
                }
            }
        }
        return tokens
    }

    /// The word before a question mark; `nil` for a sign.
    private static func withoutStop(_ token: Token) -> Token? {
        guard token.kind == .word, token.text.count > 1 else { return nil }
        let span = token.span.lowerBound..<token.span.upperBound - 1
        return Token(kind: .word, text: String(token.text.dropLast()), span: span)
    }

    /// The question with its negation, if the notification is for the answer no.
    ///
    /// `Has Kari paid me by friday? Tell me if not` becomes `Hasn't Kari paid me by friday`.
    private static func denied(_ tokens: ArraySlice<Token>) -> [Token]? {
        guard let first = tokens.first, let denial = denials[first.folded] else { return nil }
        let words = denial.split(separator: " ").map {
            Token(kind: .word, text: String($0), span: first.span)
        }
        return words + tokens.dropFirst()
    }

    /// Whether `if not` or `hvis ikke` begins here.
    private static func isDenial(at place: Int, in tokens: ArraySlice<Token>) -> Bool {
        place + 1 < tokens.endIndex && ["if", "hvis", "om"].contains(tokens[place].folded)
            && ["not", "ikke"].contains(tokens[place + 1].folded)
    }

    /// Whether words ask for a notification and say nothing else: `let me know`.
    private static func isRequest(_ tokens: ArraySlice<Token>) -> Bool {
        let lists: [WordLists.List] = [.asking, .idle, .when]
        let isAsking = tokens.indices.contains {
            EverydayWords.list(.asking).contains(tokens[$0].folded) || isDenial(at: $0, in: tokens)
        }
        return isAsking
            && tokens.indices.allSatisfy { place in
                tokens[place].text == ","
                    || lists.contains { EverydayWords.list($0).contains(tokens[place].folded) }
                    || place > tokens.startIndex && isDenial(at: place - 1, in: tokens)
            }
    }
}
