import Finance

/// Something in a file of cases that can't be understood.
struct CaseProblem: Error, Sendable {
    /// What is wrong.
    let message: String
    /// What to do now.
    let fix: String
    /// Where, in bytes of the file.
    let range: Range<Int>

    /// Makes a problem.
    init(_ message: String, fix: String, at range: Range<Int>) {
        self.message = message
        self.fix = fix
        self.range = range
    }

    /// What is wrong with the keys of what should be an object: every unknown one.
    static func keys(of node: JSONNode, known: [String]) -> [CaseProblem] {
        guard let members = node.members else {
            return [
                CaseProblem(
                    "here stands \(node.kindName)", fix: "write an object: {…}", at: node.range)
            ]
        }
        return members.filter { !known.contains($0.key) }.map { member in
            let nearest = NearestName.find(member.key, among: known)
            let fix =
                nearest.map { "did you mean \"\($0)\"?" }
                ?? "use one of \(known.joined(separator: ", "))"
            return CaseProblem(
                "there is no key \"\(member.key)\" here", fix: fix, at: member.keyRange)
        }
    }
}
