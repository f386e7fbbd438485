extension Table {
    /// Writes the table to standard output: lined up for people, with tabs for pipes.
    ///
    /// - Parameter sentence: what a person reads instead of a table without rows.
    func write(orSay sentence: String) {
        if isEmpty, Terminal.isInteractive { return Terminal.write(sentence) }
        let lines = lines(
            isAligned: Terminal.isInteractive, hasColour: Terminal.hasColour,
            columns: Terminal.size.columns)
        // Colours are ours; the cells hold none.
        for line in lines { Terminal.put(line + "\n") }
    }
}
