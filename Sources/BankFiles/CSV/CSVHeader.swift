import Finance

/// The first line of a list, with the profile that matches it.
struct CSVHeader {
    let profile: CSVProfile
    let places: [CSVProfile.Column: Int]
    /// How many columns it has.
    let width: Int
    /// How many values every line has at least.
    let shortest: Int
    /// The rows after it.
    let rows: CSVRows

    /// Finds the separator and the profile of a list by trying.
    static func find(
        in text: FileText, _ profiles: [CSVProfile]
    ) throws(StatementFileError) -> CSVHeader {
        var fault: StatementFileError?
        var isList = false
        let separators =
            profiles.compactMap(\.separator) + [UInt8(ascii: ";"), UInt8(ascii: ","), 0x09]
        for separator in separators {
            var rows = CSVRows(text, separator: separator)
            // With any separator but the right one, quoted names are a fault.
            do throws(StatementFileError) {
                guard let first = try rows.next() else { continue }
                isList = isList || first.cells.count > 1
                if let header = known(first, rows, profiles) { return header }
            } catch { fault = fault ?? error }
        }
        if let own = profiles.first(where: \.isOwn), isList { throw misfit(own, in: text) }
        throw isList ? unknown : fault ?? unknown
    }

    /// Which columns of a person's own profile a list lacks.
    private static func misfit(_ own: CSVProfile, in text: FileText) -> StatementFileError {
        var rows = CSVRows(text, separator: own.separator ?? UInt8(ascii: ";"))
        let cells = (try? rows.next())?.cells ?? []
        let missing = own.missing(in: cells.map { FoldedText(text.string($0)) })
        let keys = missing.map { "\"\($0)\"" }.joined(separator: ", ")
        return StatementFileError(
            "its first line lacks what the bank's \"profile\" in the settings names as \(keys)",
            fix: "write these names as the first line of the file has them, and as \"separator\""
                + " the sign between them; lines above that line can't be read", line: 1, column: 1)
    }

    /// The header if a profile matches it; of two banks' the one that knows more columns.
    private static func known(
        _ first: CSVRow, _ rows: CSVRows, _ profiles: [CSVProfile]
    ) -> CSVHeader? {
        let names = first.cells.map { FoldedText(rows.text.string($0)) }
        let found = profiles.compactMap { profile in
            profile.separator.map { $0 == rows.separator } == false
                ? nil : profile.places(in: names).map { (profile, $0) }
        }
        let own = found.first { $0.0.isOwn }
        guard let (profile, places) = own ?? found.max(by: { $0.1.count < $1.1.count }) else {
            return nil
        }
        let endsInSeparator = first.cells.last?.range.isEmpty == true
        return CSVHeader(
            profile: profile, places: places, width: names.count,
            shortest: names.count - (endsInSeparator ? 1 : 0), rows: rows)
    }

    private static var unknown: StatementFileError {
        StatementFileError(
            "its first line is that of no known list of transactions",
            fix:
                "download it as CSV, or name its columns in the bank's \"profile\" in the settings",
            line: 1, column: 1)
    }
}
