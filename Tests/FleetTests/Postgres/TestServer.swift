import Foundation
import TestSupport
import Threads

@testable import Fleet

/// A PostgreSQL server of this test process, on a Unix socket in a temporary folder.
///
/// A shell starts it and stops it when its input ends, which happens however the process ends.
enum TestServer {
    private static let folder = start()
    private static let databases = Lock(0)

    static func target(_ database: String) -> String {
        "host=\(folder) user=fleet dbname=\(database)"
    }

    /// The connection string of a new database: empty, or a copy of one with a fleet.
    static func database(_ template: Template) throws -> String {
        // The templates are there before the first copy.
        let session = try PostgresSession(target("postgres"))
        return try databases.withLock { count in
            if count == 0 { try makeTemplates(session) }
            count += 1
            try session.command("CREATE DATABASE test\(count) TEMPLATE \(template.rawValue)")
            return target("test\(count)")
        }
    }

    enum Template: String {
        case empty = "template0"
        case fleet
        /// The engine's time is what a table says.
        case clocked
    }

    private static func makeTemplates(_ session: PostgresSession) throws {
        try session.command("CREATE DATABASE fleet")
        try FleetSchema.migrate(PostgresSession(target("fleet")))
        try session.command("CREATE DATABASE clocked TEMPLATE fleet")
        try PostgresSession(target("clocked")).command(
            """
            CREATE TABLE manual_clock (now timestamptz);
            INSERT INTO manual_clock VALUES (now());
            CREATE OR REPLACE FUNCTION saldovakt_now() RETURNS timestamptz LANGUAGE sql
                AS 'SELECT now FROM manual_clock'
            """)
    }

    /// What `synchronous_commit` waits for never comes; only a test that asks for it waits.
    private static let script = """
        bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
        cd "$0"
        $1 "$bin/initdb" -D data -U fleet -A trust -E UTF8 --locale=C --no-sync >/dev/null
        $1 tee -a data/postgresql.conf >/dev/null <<END
        listen_addresses = ''
        unix_socket_directories = '$0'
        max_connections = 300
        fsync = off
        synchronous_standby_names = 'nobody'
        synchronous_commit = local
        END
        $1 "$bin/pg_ctl" -D data -l log -w start >/dev/null
        echo ready
        cat >/dev/null
        $1 "$bin/pg_ctl" -D data -m immediate stop >/dev/null
        rm -rf "$0"
        """

    private static func start() -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fleet-\(ProcessInfo.processInfo.processIdentifier)").path()
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        // A server does not run as root.
        let isRoot = getuid() == 0
        if isRoot { chown(folder, getpwnam("postgres")?.pointee.pw_uid ?? 0, 0) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, folder, isRoot ? "runuser -u postgres --" : ""]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try? process.run()
        kept.withLock { $0 = input }
        _ = try? output.fileHandleForReading.read(upToCount: 6)
        return folder
    }

    /// The server runs until this is closed.
    private static let kept = Lock<Pipe?>(nil)
}

extension PostgresFleet {
    /// A fleet whose time is that of a clock.
    static func clocked(
        _ target: String, by clock: ManualClock, seal: HouseholdSeal = .plain,
        _ probe: FaultProbe? = nil
    ) -> PostgresFleet {
        PostgresFleet(
            target, connections: 2, seal: seal,
            probe: { point, session in
                if point == .connectionTaken {
                    _ = try? session.run("UPDATE manual_clock SET now = $1", [.instant(clock.now)])
                }
                probe?(point, session)
            })
    }

    init(
        _ target: String, connections: Int, seal: HouseholdSeal = .plain,
        probe: @escaping FaultProbe
    ) {
        let pool = PostgresPool(target, connections: connections, probe: probe)
        self.init(seal: seal, slots: "", pool: pool)
    }
}
