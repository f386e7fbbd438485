import CPostgres
import Foundation
import Threads

/// One connection to a server, for one thread at a time; its calls block.
final class PostgresSession {
    private let library: cpostgres_library
    private let connection: OpaquePointer
    private var prepared: [String: String] = [:]
    private var isWarned = false
    private var isInTransaction = false
    private let probe: FaultProbe?

    private static let loaded = cpostgres_load()?.pointee

    init(_ target: String, probe: FaultProbe? = nil) throws {
        guard let library = Self.loaded else {
            throw FleetError(
                .refused, "libpq, PostgreSQL's client library, is missing",
                fix: "apt install libpq5")
        }
        let secret = try Self.check(target, library)
        let settings = Self.defaults + [("dbname", target), ("client_encoding", "UTF8")]
        let texts = (settings.map(\.0) + settings.map(\.1)).map { strdup($0) }
        defer { texts.forEach { free($0) } }
        let names = texts.prefix(settings.count).map { UnsafePointer($0) } + [nil]
        let values = texts.suffix(settings.count).map { UnsafePointer($0) } + [nil]
        guard let connection = library.PQconnectdbParams(names, values, 1) else {
            throw FleetError(.unreachable, "no memory for a connection")
        }
        (self.library, self.connection, self.probe) = (library, connection, probe)
        if library.PQstatus(connection) != CONNECTION_OK { try retry(without: secret) }
        // With `client_min_messages` only warnings and errors arrive here.
        _ = library.PQsetNoticeReceiver(
            connection,
            { session, _ in
                guard let session else { return }
                Unmanaged<PostgresSession>.fromOpaque(session).takeUnretainedValue().isWarned = true
            }, Unmanaged.passUnretained(self).toOpaque())
        try command(
            """
            SET statement_timeout = '30s'; SET lock_timeout = '10s';
            SET idle_in_transaction_session_timeout = '30s'; SET client_min_messages = 'warning'
            """)
    }

    deinit { library.PQfinish(connection) }

    /// Connects again if a server refused it, because only a second attempt can ask for the SQLSTATE.
    private func retry(without secret: String) throws {
        let problem = Self.line(library.PQerrorMessage(connection))
        var state: String?
        // A server's text has its severity before it; everything else is libpq's own.
        if problem.contains(":  ") {
            _ = library.PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE)
            library.PQreset(connection)
            if library.PQstatus(connection) == CONNECTION_OK { return }
            state = String(Self.line(library.PQerrorMessage(connection)).suffix(5))
        }
        throw FleetError(
            .unreachable, secret.isEmpty ? problem : problem.replacing(secret, with: "…"),
            state: state)
    }

    /// Defaults for the connection string, with which a dead server is detected in half a minute.
    private static let defaults = [
        ("target_session_attrs", "read-write"), ("connect_timeout", "5"),
        ("fallback_application_name", "saldovakt"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]

    /// Checks a connection string and returns its password.
    ///
    /// libpq's message about an invalid string may quote the password, so it is not used.
    private static func check(_ target: String, _ library: cpostgres_library) throws -> String {
        let options = library.PQconninfoParse(target, nil)
        defer { library.PQconninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options
        while let current = option?.pointee, let keyword = current.keyword {
            settings[String(cString: keyword)] = current.val.map { String(cString: $0) }
            option = option?.advanced(by: 1)
        }
        let ports = (settings["port"] ?? "").split(separator: ",")
        let places = ["host", "hostaddr", "user", "dbname"].compactMap { settings[$0] }
        guard options != nil, ports.allSatisfy({ Int($0) != nil }),
            !places.contains(where: { $0.contains("@") })
        else {
            throw FleetError(
                .refused, "the connection string can't be read",
                fix: "write host=… dbname=… user=…, or postgresql://… with special letters as %40")
        }
        return settings["password"] ?? ""
    }

    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        let lines = text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
        return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }

    var backend: Int64 { Int64(library.PQbackendPID(connection)) }
    var socket: Int32 { library.PQsocket(connection) }

    /// Runs a statement, prepared on first use.
    @discardableResult
    func run(_ sql: String, _ values: [PostgresValue] = []) throws -> [PostgresRow] {
        let name = prepared[sql] ?? "s\(prepared.count)"
        if prepared[sql] == nil {
            let (count, types) = (Int32(values.count), values.map(\.type))
            _ = try checked(library.PQprepare(connection, name, sql, count, types))
            prepared[sql] = name
        }
        let encoded = values.map(\.encoded)
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        // One block for all values; the NUL at its end gives empty ones an address.
        let block = (encoded + [[0]]).reduce(into: [UInt8]()) { $0 += $1 ?? [] }
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
        let rows = try checked(answer).rows
        // Without a transaction the statement commits itself.
        if isWarned && !isInTransaction {
            throw FleetError(.inDoubt, "the server warned of a commit")
        }
        return rows
    }

    /// Runs statements without parameters, as one transaction if none was begun.
    func command(_ sql: String) throws { _ = try checked(library.PQexec(connection, sql)) }

    /// Runs `body` in a transaction and commits it; after an error the caller has to roll back.
    ///
    /// - Parameter isDurable: false if a power cut may undo the commit.
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

    /// Commits without a time limit, because a cancelled wait for the standby leaves it in doubt.
    private func commit() throws {
        isWarned = false
        let isSent = library.PQsendQuery(connection, "SET LOCAL statement_timeout = 0; COMMIT") == 1
        pass(.commitSent)
        var tag = ""
        var problem: (any Error)?
        while isSent, let answer = library.PQgetResult(connection) {
            do { tag = try checked(answer).tag } catch { problem = error }
        }
        guard library.PQstatus(connection) == CONNECTION_OK, !isWarned else {
            throw FleetError(
                .inDoubt, (problem as? FleetError)?.problem ?? "the answer to a commit was lost")
        }
        if let problem { throw problem }
        guard tag == "COMMIT" else { throw FleetError(.lost, "a commit ended as \(tag)") }
    }

    func pass(_ point: FaultPoint) {
        FaultSwitch.pass(point.rawValue)
        probe?(point, self)
    }

    /// The rows of an answer, and the server's command tag.
    private func checked(_ answer: OpaquePointer?) throws -> (rows: [PostgresRow], tag: String) {
        guard let answer else {
            throw FleetError(.lost, Self.line(library.PQerrorMessage(connection)))
        }
        defer { library.PQclear(answer) }
        let status = library.PQresultStatus(answer)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK {
            let rows = (0..<library.PQntuples(answer)).map { PostgresRow($0, of: answer, library) }
            return (rows, library.PQcmdStatus(answer).map { String(cString: $0) } ?? "")
        }
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

extension FleetError {
    /// An error of the server by its SQLSTATE (appendix A of PostgreSQL's manual).
    fileprivate init(state: String, _ problem: String) {
        let kind: Kind =
            switch state {
            case "40001", "40P01", "55P03", "57014", "23503", "57P01", "57P02", "57P03", "53300":
                .lost
            case let state where state.hasPrefix("08"): .lost
            case "42P01", "42703", "42883", "3F000": .schema
            default: .refused
            }
        self.init(kind, "\(problem) (SQLSTATE \(state))", state: state)
    }
}
