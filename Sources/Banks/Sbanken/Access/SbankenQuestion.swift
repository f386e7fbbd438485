/// A question to the bank as it is sent: what is asked, with the part of the list that is wanted.
struct SbankenQuestion: Sendable, Hashable {
    /// What is asked.
    let endpoint: SbankenEndpoint
    /// The path and the parameters below the API's address.
    let address: String

    /// Puts the question in the bank's form.
    ///
    /// - Parameters:
    ///   - part: the first wanted row and how many are wanted, of a list that comes in pages.
    init(
        _ endpoint: SbankenEndpoint, part: (index: Int, length: Int)? = nil,
        in dialect: SbankenDialect
    ) {
        self.endpoint = endpoint
        var address = endpoint.path(in: dialect)
        var mark = "?"
        func add(_ name: String, _ value: String) {
            address += mark + name + "=" + value
            mark = "&"
        }
        for parameter in endpoint.query { add(parameter.name, parameter.value) }
        if let part {
            add("index", String(part.index))
            add("length", String(part.length))
        }
        self.address = address
    }
}
