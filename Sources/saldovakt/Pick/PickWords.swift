/// The words of a search line: split at blanks, except between double quotes.
struct PickWords: Sendable, Hashable {
    /// The words without quotes.
    let words: [String]
    /// The last word as it stands, quotes included; empty behind a blank.
    let last: Substring

    /// Splits the text; a quote that is still open goes to the end.
    init(_ text: String) {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var start = text.startIndex
        for place in text.indices {
            let character = text[place]
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
                start = text.index(after: place)
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
        last = text[start...]
    }

    /// A filter and its value: `account:bruk`; `nil` for a word to look for.
    static func token(_ word: some StringProtocol) -> (token: PickToken, value: String)? {
        let name = word.prefix { $0 != ":" }
        guard name.endIndex != word.endIndex, let token = PickToken(rawValue: name.lowercased())
        else { return nil }
        return (token, String(word.dropFirst(name.count + 1).filter { $0 != "\"" }))
    }
}
