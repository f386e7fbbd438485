/// A question to the bank as it is sent: what is asked, with the part of the list that is wanted.
struct SbankenQuestion: Sendable {
    /// What is asked.
    let endpoint: SbankenEndpoint
    /// The whole address, parameters included.
    let url: String

    /// Puts the question in the bank's form.
    ///
    /// - Parameters:
    ///   - endpoint: what is asked.
    ///   - part: the first wanted row and how many are wanted, of a list that comes in pages.
    ///   - configuration: where the bank is and which form it speaks.
    init(
        _ endpoint: SbankenEndpoint, part: (index: Int, length: Int)? = nil,
        of configuration: SbankenConfiguration
    ) {
        self.endpoint = endpoint
        var url = configuration.apiBase + endpoint.path(in: configuration.dialect)
        var mark = "?"
        func add(_ name: String, _ value: String) {
            url += mark + name + "=" + value
            mark = "&"
        }
        for parameter in endpoint.query { add(parameter.name, parameter.value) }
        if let part {
            add("index", String(part.index))
            add("length", String(part.length))
        }
        self.url = url
    }
}
