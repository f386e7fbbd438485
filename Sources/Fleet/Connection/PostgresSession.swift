import CPostgres
import Foundation
import Threads

/// One connection to a server, for one thread at a time; its calls wait for the server.
final class PostgresSession {
    private let library: cpostgres_library
    private let connection: OpaquePointer
    /// Names of prepared statements by their SQL.
    private var prepared: [String: String] = [:]
    /// Whether the server warned during the last statement.
    private var isWarned = false
    private var isInTransaction = false
    private let probe: FaultProbe?

    /// - Parameter target: a connection string, `host=a,b dbname=…` or `postgresql://…`.
    init(_ target: String, probe: FaultProbe? = nil) throws {
        guard let library = cpostgres_load()?.pointee else {
            throw FleetError(
                .refused, "libpq, PostgreSQL's client library, is missing: apt install libpq5")
        }
        let secret = try Self.check(target, library)
        let settings = Self.defaults + [("dbname", target), ("client_encoding", "UTF8")]
        guard let connection = Self.connect(settings, library) else {
            throw FleetError(.unreachable, "no memory for a connection")
        }
        self.library = library
        self.connection = connection
        self.probe = probe
        guard library.PQstatus(connection) == CONNECTION_OK else {
            let problem = Self.line(library.PQerrorMessage(connection))
            throw FleetError(
                .unreachable, secret.isEmpty ? problem : problem.replacing(secret, with: "…"))
        }
        watchWarnings()
        try command(
            """
            SET statement_timeout = '30s'; SET lock_timeout = '10s';
            SET idle_in_transaction_session_timeout = '30s'; SET client_min_messages = 'warning'
            """)
    }

    deinit { library.PQfinish(connection) }

    /// What holds unless the connection string says otherwise: a dead server is noticed in half a minute.
    private static let defaults = [
        ("target_session_attrs", "read-write"), ("connect_timeout", "5"),
        ("fallback_application_name", "saldovakt"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]

    private static func connect(
        _ settings: [(String, String)], _ library: cpostgres_library
    ) -> OpaquePointer? {
        let names = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { (names + values).forEach { free($0) } }
        let keywords = names.map { UnsafePointer($0) } + [nil]
        return library.PQconnectdbParams(keywords, values.map { UnsafePointer($0) } + [nil], 1)
    }

    /// Reads a connection string; what libpq says of a wrong one may quote the password.
    ///
    /// - Returns: the password.
    private static func check(_ target: String, _ library: cpostgres_library) throws -> String {
        var message: UnsafeMutablePointer<CChar>?
        let options = library.PQconninfoParse(target, &message)
        defer { library.PQfreemem(message) }
        var settings: [String: String] = [:]
        var option = options
        while let current = option?.pointee, let keyword = current.keyword {
            settings[String(cString: keyword)] = current.val.map { String(cString: $0) }
            option = option?.advanced(by: 1)
        }
        library.PQconninfoFree(options)
        let ports = (settings["port"] ?? "").split(separator: ",")
        let places = [settings["host"], settings["hostaddr"], settings["user"], settings["dbname"]]
        guard options != nil, ports.allSatisfy({ Int($0) != nil }),
            !places.contains(where: { $0?.contains("@") ?? false })
        else {
            throw FleetError(
                .refused,
                """
                the connection string can't be read: write host=… dbname=… user=…, or \
                postgresql://… with special characters of the password as %40
                """)
        }
        return settings["password"] ?? ""
    }

    private func watchWarnings() {
        _ = library.PQsetNoticeReceiver(
            connection,
            { session, _ in
                // With `client_min_messages` nothing below a warning comes here.
                guard let session else { return }
                Unmanaged<PostgresSession>.fromOpaque(session).takeUnretainedValue().isWarned = true
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        let lines = text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }
}

// Statements.
extension PostgresSession {
    /// The server's version, 150020 for 15.20.
    var version: Int { Int(library.PQserverVersion(connection)) }
    /// The server's process, as in pg_stat_activity.
    var backend: Int64 { Int64(library.PQbackendPID(connection)) }
    var socket: Int32 { library.PQsocket(connection) }

    /// Runs a statement, prepared on first use.
    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        let name = try prepare(sql, values)
        let encoded = values.map(\.encoded)
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        // One block for all values; the NUL at its end gives empty ones an address.
        let block = Array(encoded.compactMap(\.self).joined()) + [0]
        isWarned = false
        let answer = block.withUnsafeBytes { block in
            var place = block.baseAddress
            let pointers = encoded.map { value -> UnsafePointer<CChar>? in
                defer { place = place?.advanced(by: value?.count ?? 0) }
                return value.flatMap { _ in place?.assumingMemoryBound(to: CChar.self) }
            }
            return library.PQexecPrepared(
                connection, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        let result = try checked(answer)
        // Without a transaction the statement commits itself.
        if isWarned && !isInTransaction {
            throw FleetError(.inDoubt, "the server warned of a commit")
        }
        return result
    }

    private func prepare(_ sql: String, _ values: [PostgresValue]) throws -> String {
        if let name = prepared[sql] { return name }
        let name = "s\(prepared.count)"
        _ = try checked(
            library.PQprepare(connection, name, sql, Int32(values.count), values.map(\.type)))
        prepared[sql] = name
        return name
    }

    /// Runs statements without parameters, as one transaction if none was begun.
    func command(_ sql: String) throws {
        _ = try checked(library.PQexec(connection, sql))
    }

    /// Commits what `body` did; after an error the transaction is still to be rolled back.
    ///
    /// - Parameter isDurable: false if a power cut may take it back.
    func transaction<Result>(isDurable: Bool = true, _ body: () throws -> Result) throws -> Result {
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED"
        try command(isDurable ? begin : "\(begin); SET LOCAL synchronous_commit = off")
        isInTransaction = true
        defer { isInTransaction = false }
        let result = try body()
        pass(.beforeCommit)
        try commit()
        pass(.afterCommit)
        return result
    }

    /// Waits for the commit as long as it takes: to cancel one that waits for its standby would leave
    /// it in doubt.
    private func commit() throws {
        isWarned = false
        let isSent = library.PQsendQuery(connection, "SET LOCAL statement_timeout = 0; COMMIT") == 1
        pass(.commitSent)
        var tag = ""
        var problem: (any Error)?
        while isSent, let answer = library.PQgetResult(connection) {
            do { tag = Self.line(library.PQcmdStatus(try checked(answer).pointer)) } catch {
                problem = error
            }
        }
        guard library.PQstatus(connection) == CONNECTION_OK, !isWarned else {
            throw FleetError(
                .inDoubt, (problem as? FleetError)?.problem ?? "the answer to a commit was lost")
        }
        if let problem { throw problem }
        guard tag == "COMMIT" else { throw FleetError(.conflict, "a commit ended as \(tag)") }
    }

    /// Passes a place at which a test may step in, or the environment may end the process.
    func pass(_ point: FaultPoint) {
        FaultSwitch.pass(point.rawValue)
        probe?(point, self)
    }

    private func checked(_ answer: OpaquePointer?) throws -> PostgresResult {
        guard let answer else {
            throw FleetError(.lost, Self.line(library.PQerrorMessage(connection)))
        }
        let result = PostgresResult(answer, library)
        let status = library.PQresultStatus(answer)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return result }
        // 'C' is the SQLSTATE, 'M' the message without the details, which may quote values.
        let state = library.PQresultErrorField(answer, Int32(UInt8(ascii: "C")))
        guard let state, library.PQstatus(connection) == CONNECTION_OK else {
            throw FleetError(.lost, Self.line(library.PQerrorMessage(connection)))
        }
        throw FleetError(
            state: String(cString: state),
            Self.line(library.PQresultErrorField(answer, Int32(UInt8(ascii: "M")))))
    }
}

/// What a statement gave.
final class PostgresResult {
    fileprivate let pointer: OpaquePointer
    private let library: cpostgres_library

    fileprivate init(_ pointer: OpaquePointer, _ library: cpostgres_library) {
        self.pointer = pointer
        self.library = library
    }

    deinit { library.PQclear(pointer) }

    func map<Value>(_ read: (inout PostgresRow) throws -> Value) rethrows -> [Value] {
        try (0..<library.PQntuples(pointer)).map { number in
            var row = PostgresRow(result: self, row: number)
            return try read(&row)
        }
    }

    func bytes(_ row: Int32, _ column: Int32) -> [UInt8]? {
        guard library.PQgetisnull(pointer, row, column) == 0,
            let start = library.PQgetvalue(pointer, row, column)
        else { return nil }
        let length = Int(library.PQgetlength(pointer, row, column))
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }
}

extension FleetError {
    /// An error of the server by its SQLSTATE (appendix A of PostgreSQL's manual).
    fileprivate init(state: String, _ problem: String) {
        let kind: Kind =
            switch state {
            case "40001", "40P01", "55P03", "57014", "23503": .conflict
            case "57P01", "57P02", "57P03", "53300": .lost
            case let state where state.hasPrefix("08"): .lost
            case "42P01", "42703", "42883", "3F000": .schema
            default: .refused
            }
        self.init(kind, "\(problem) (SQLSTATE \(state))")
    }
}
