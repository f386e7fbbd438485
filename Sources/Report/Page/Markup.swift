import Finance

/// A piece of HTML that is also well-formed XML, in which every text is escaped.
///
/// Names of elements and attributes are literals of this program. Everything else goes through
/// ``escaped(_:)``, so that no text of a bank can become markup.
struct Markup: Sendable {
    fileprivate(set) var html: String

    private static let empty: Set<String> = ["meta", "path"]

    /// An element; attributes without a value are left out.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
        @MarkupBuilder _ content: () -> Markup = { Markup(html: "") }
    ) -> Markup {
        var html = "<\(name)"
        for (key, value) in attributes { if let value { html += " \(key)=\"\(escaped(value))\"" } }
        let inner = content().html
        if inner.isEmpty, empty.contains("\(name)") { return Markup(html: html + "/>") }
        return Markup(html: "\(html)>\(inner)</\(name)>")
    }

    /// A style sheet of this program.
    static func style(_ sheet: StaticString) -> Markup { Markup(html: "<style>\(sheet)</style>") }

    /// The text with its markup as characters, without control and direction characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.line(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // These are not characters of XML.
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    fileprivate static func text(_ text: String) -> Markup { Markup(html: escaped(text)) }
}

/// Puts texts and elements one after the other.
@resultBuilder enum MarkupBuilder {
    static func buildExpression(_ text: String) -> Markup { .text(text) }
    static func buildExpression(_ text: String?) -> Markup { .text(text ?? "") }
    static func buildExpression(_ markup: Markup) -> Markup { markup }
    static func buildExpression(_ parts: [Markup]) -> Markup { joined(parts) }
    static func buildBlock(_ parts: Markup...) -> Markup { joined(parts) }
    static func buildOptional(_ part: Markup?) -> Markup { part ?? Markup(html: "") }
    static func buildEither(first: Markup) -> Markup { first }
    static func buildEither(second: Markup) -> Markup { second }

    private static func joined(_ parts: [Markup]) -> Markup {
        Markup(html: parts.map(\.html).joined())
    }
}

/// The style sheet of a report: two colour schemes, any width, and paper.
enum ReportStyle: Sendable {
    static let sheet: StaticString = """
        :root { --paper: #f4f6f8; --card: #fff; --ink: #1b2430; --quiet: #566172; --rule: #d8dee6;
          --line: #0a5ea8; --second: #7a5195; --bad: #b3261e; --good: #1d6f42; --bar: #cfe2f3; }
        @media (prefers-color-scheme: dark) { :root { --paper: #11161c; --card: #1a2129; --ink: #e7ecf2;
          --quiet: #a6b1bf; --rule: #333e4a; --line: #6cb6ff; --second: #c9a0e0; --bad: #ff8f85; --good: #7fd3a3;
          --bar: #234661; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
        h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2rem 0 .6rem; font-size: 1.2rem; }
        h3 { margin: 0; font-size: 1rem; } p { margin: 0 0 .4rem; } header p, .about, .nothing, small
          { color: var(--quiet); font-size: .875rem; }
        h3, td, th, li, strong { unicode-bidi: isolate; overflow-wrap: anywhere; }
        td, th { overflow-wrap: break-word; max-width: 16rem; }
        ul { margin: 0; padding: 0; list-style: none; }
        .alerts li { display: grid; gap: .1rem; margin-bottom: .5rem; padding: .6rem .8rem; background: var(--card);
          border-left: .3rem solid var(--line); border-radius: .3rem; }
        .alerts .critical { border-color: var(--bad); } .bad { color: var(--bad); }
        .cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
        article { container-type: inline-size; padding: 1rem; background: var(--card); border: 1px solid var(--rule);
          border-radius: .5rem; }
        .figure { margin: 0; font-size: 1.5rem; font-weight: 600; }
        .plot { position: relative; height: 12rem; margin: .8rem 0 2rem; padding-left: calc(var(--margin) + .6rem);
          font-size: .75rem; color: var(--quiet); }
        .plot svg { display: block; width: 100%; height: 100%; overflow: visible; }
        .plot span { position: absolute; white-space: nowrap; line-height: 1; }
        .y { left: 0; top: var(--at); width: var(--margin); text-align: right; transform: translateY(-50%); }
        span.limit { right: 0; top: var(--at); padding: .15rem; transform: translateY(-100%); color: var(--bad);
          background: color-mix(in srgb, var(--card) 75%, transparent); }
        span.limit + span.limit { right: 7.5rem; } span.limit + span.limit + span.limit { right: 15rem; }
        .x { top: calc(100% + .5rem); transform: translateX(-50%);
          left: calc(var(--margin) + .6rem + (100% - var(--margin) - .6rem) * var(--part)); }
        path { fill: none; stroke: var(--rule); stroke-width: 1; vector-effect: non-scaling-stroke; }
        path.zero { stroke: var(--quiet); } path.now { stroke: var(--quiet); stroke-dasharray: 1 3; }
        path.balance { stroke: var(--line); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
        path.available { stroke: var(--second); stroke-width: 1.5; }
        path.forecast { stroke: var(--line); stroke-width: 2; stroke-dasharray: 2 4; }
        path.limit { stroke: var(--bad); stroke-dasharray: 6 4; }
        .mark path { stroke: var(--bad); stroke-width: 11; stroke-linecap: round; }
        .mark.ended path { stroke: var(--good); } .mark path.hole { stroke: var(--card); stroke-width: 5; }
        .mark.event path { stroke: var(--ink); stroke-width: 6; }
        .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin-bottom: .8rem; font-size: .875rem;
          color: var(--quiet); }
        .legend i { display: inline-block; width: 1.4rem; margin-right: .4rem; vertical-align: middle;
          border-top: 2px solid var(--line); }
        .legend .available { border-color: var(--second); } .legend .forecast { border-top-style: dotted; }
        .legend .limit { border-top: 1px dashed var(--bad); }
        .legend .mark { width: .7rem; height: .7rem; border: 0 solid var(--good); border-radius: 50%;
          background: var(--bad); }
        .legend .ended { border-width: 3px; background: none; }
        .legend .event { width: .4rem; height: .4rem; background: var(--ink); }
        .wide { overflow-x: auto; margin-bottom: 1rem; background: var(--card); border: 1px solid var(--rule);
          border-radius: .5rem; }
        table { width: 100%; border-collapse: collapse; font-size: .875rem; }
        th, td { padding: .4rem .7rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
        tbody tr:last-child > * { border-bottom: 0; } tbody th { font-weight: inherit; min-width: 6rem; }
        thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; } .n { text-align: right; white-space: nowrap; }
        .sums th:first-child { position: sticky; left: 0; background: var(--card); }
        .sums tbody tr:last-child > * { font-weight: 600; }
        .bar { display: block; padding: 0 .2rem; border-radius: .2rem;
          background: linear-gradient(to left, var(--bar) var(--part), transparent 0); }
        summary { cursor: pointer; font-size: .875rem; color: var(--line); } details .wide { max-height: 20rem; overflow-y: auto; }
        @container (max-width: 32rem) { .minor { display: none; } }
        @media print { :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --rule: #bbb; --line: #0a5ea8;
          --second: #7a5195; --bad: #b3261e; --good: #1d6f42; --bar: #dde8f2; } body { max-width: none; padding: 0; font-size: 10pt; }
          article, tr, li { break-inside: avoid; } h2 { break-after: avoid; } summary { display: none; } .wide { overflow: visible; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
        """
}
