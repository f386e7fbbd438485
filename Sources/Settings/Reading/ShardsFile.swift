import Finance

/// A fleet's shards file: which database holds which households.
///
/// ```json
/// {"version": 1, "shards": [{"slots": "0-255", "database": {"env": "FLEET_DATABASE"}}]}
/// ```
public struct ShardsFile: Sendable, Hashable {
    public struct Shard: Sendable, Hashable {
        /// The slots of the households in this database.
        public let slots: ClosedRange<Int>
        /// A connection string of libpq.
        public let database: SecretReference
    }

    /// How many slots the households of a fleet have.
    public static let slots = 256

    /// At least one; together they have each slot exactly once.
    public let shards: [Shard]
    /// The operator's key that encrypts texts, in base64; `nil` stores them unencrypted.
    public let key: SecretReference?

    /// Reads the file at `path`; returns all findings if there are any.
    public static func load(
        path: String, files: any FileReading
    ) -> (file: ShardsFile?, findings: [SettingsFinding]) {
        do {
            let contents = try files.read(path: path, limit: SettingsFile.longestFile)
            return load(bytes: contents.bytes, fileName: path, mode: contents.mode)
        } catch { return (nil, [SettingsFinding(path, error)]) }
    }

    static func load(
        bytes: [UInt8], fileName: String, mode: FileMode? = nil
    ) -> (file: ShardsFile?, findings: [SettingsFinding]) {
        let log = SettingsLog(text: PositionedJSON(bytes), fileName: fileName)
        let file = read(log)
        if let mode, mode.isWritableByAll { log.report(.writableByOthers(mode), at: 0..<1) }
        return (log.findings.isEmpty ? file : nil, log.sortedFindings)
    }

    private static func read(_ log: SettingsLog) -> ShardsFile? {
        guard let root = log.text.root,
            let fields = SettingsFields(
                root, "the shards file", known: ["version", "shards", "key"], in: log)
        else { return nil }
        fields.checkVersion()
        let key = fields.reference("key")
        guard let list = fields.required("shards") else { return nil }
        let shards = fields.elements("shards", "a list").compactMap { shard($0, log) }
        guard log.findings.isEmpty else { return nil }
        guard shards.flatMap({ Array($0.slots) }).sorted() == Array(0..<slots) else {
            log.report(
                "slots", "the shards do not have each slot from 0 to \(slots - 1) once",
                fix: "a fleet with one database has \"slots\": \"0-\(slots - 1)\"", at: list.range)
            return nil
        }
        return ShardsFile(shards: shards, key: key)
    }

    private static func shard(_ node: JSONNode, _ log: SettingsLog) -> Shard? {
        guard let fields = SettingsFields(node, "a shard", known: ["slots", "database"], in: log)
        else { return nil }
        let database = fields.requiredReference("database")
        guard fields.required("slots") != nil,
            let slots = fields.value(
                "slots", range,
                orReport: {
                    SettingsFault(
                        "slots", "slots are two numbers from 0 to \(slots - 1): '\($0)'",
                        fix: "write \"slots\": \"0-\(slots / 2 - 1)\"")
                }), let database
        else { return nil }
        return Shard(slots: slots, database: database)
    }

    private static func range(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
            first >= 0, last < slots
        else { return nil }
        return first...last
    }
}
