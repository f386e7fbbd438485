"""What the scripts beside it share: a server, the program's commands, a receiver, made-up lines, a ledger."""

import collections
import contextlib
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def folder():
    """A temporary folder that servers may enter; what is in it ends with this program, also after SIGTERM."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="saldovakt-fleet-") as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name)


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps every notification that arrives, with its instant, by household and by the purchase that it is about."""

    daemon_threads = True
    request_queue_size = 512

    def __init__(self):
        self.lock = threading.Condition()
        self.arrived = collections.defaultdict(list)
        self.newest = 0
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                receiver.take(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *_):
        """A killed worker breaks its connections."""

    def take(self, notification):
        data = notification["data"]
        text = data["transaction"]["text"] if data.get("transaction") else ""
        with self.lock:
            self.arrived[(data["household"], text)].append((notification["id"], time.time()))
            self.newest = max(self.newest, int(text.split()[-1]) if text else 0)
            self.lock.notify_all()

    def wait(self, purchases, seconds):
        """Waits for notifications of these; False if one is missing."""
        with self.lock:
            return self.lock.wait_for(lambda: purchases <= self.arrived.keys(), seconds)

    def wait_newer(self, number, seconds):
        """Waits for a purchase of a later round than this; False if none came."""
        with self.lock:
            return self.lock.wait_for(lambda: self.newest > number, seconds)


class Server:
    """One PostgreSQL server, without TLS or standbys."""

    def __init__(self, folder):
        self.folder = folder / "server"

    def run(self, action):
        command = [HERE / "server", action, self.folder]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def ask(self, sql):
        command = ["psql", "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-d", self.connection]
        # Status 2 is a server that is away for a moment.
        while (done := subprocess.run(command, input=sql, capture_output=True, text=True)).returncode == 2:
            time.sleep(0.1)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def __enter__(self):
        self.connection = self.run("start")
        return self

    def __exit__(self, *_):
        self.run("stop")


class Worker:
    """A process of `fleet work`, which its server knows by name."""

    def __init__(self, fleet, name, options):
        self.name, shards = name, fleet.shards_file(name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = fleet.start("work", "--metrics", str(self.port), *options, shards=shards)

    def metric(self, name):
        """A figure of its page for Prometheus."""
        while True:
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as page:
                    lines = page.read().decode().splitlines()
                    break
            # It begins to listen after it has found its database.
            time.sleep(0.05)
        return float(next(line for line in lines if line.startswith(f"saldovakt_fleet_{name}")).split()[-1])

    def seconds(self):
        """How much time of processors it took."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")")[-1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1024

    def send(self, number):
        self.process.send_signal(number)

    def end(self):
        self.send(signal.SIGCONT)
        self.send(signal.SIGTERM)
        self.process.wait()


class Fleet:
    """The program's commands, on one server or on three."""

    def __init__(self, program, folder, server):
        self.program, self.folder, self.server = str(pathlib.Path(program).resolve()), folder, server
        self.shards = self.shards_file("commands")
        self.workers, self.count, self.lock = [], 0, threading.Lock()

    def shards_file(self, name):
        database, shards = self.folder / f"database-{name}", self.folder / f"shards-{name}.json"
        database.touch(0o600)
        database.write_text(f"{self.server.connection} application_name={name}")
        shards.write_text(json.dumps({
            "version": 1, "shards": [{"slots": "0-255", "database": {"file": str(database)}}]}))
        return shards

    def run(self, *arguments, text=None):
        command = [self.program, "fleet", *arguments, "--shards", self.shards]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}{done.stdout}")
        return done.stdout

    def start(self, *arguments, shards=None, **streams):
        log = open(self.folder / "work.log", "ab")
        command = [self.program, "fleet", *arguments, "--shards", shards or self.shards]
        return subprocess.Popen(command, stdout=log, stderr=log, **streams)

    def add(self, households, rules, settings):
        """Adds households with these rules, sentences or entries, and these channels and other settings."""
        files = {"rules": {"version": 1, "rules": rules},
                 "settings": {"version": 1, "timeZone": "Europe/Oslo", **settings}}
        for name, content in files.items():
            path = self.folder / f"{name}.json"
            path.write_text(json.dumps(content))
            # An address in the settings works like a password.
            path.chmod(0o600)
        self.run("household", "add", *(part for name in files for part in (f"--{name}", self.folder / f"{name}.json")),
                 text="\n".join(households))

    def feed(self, lines):
        self.run("feed", text="".join(lines))

    def work(self, *options):
        self.count += 1
        self.workers.append(Worker(self, f"w{self.count}", options))
        return self.workers[-1]

    def end(self):
        for worker in self.workers:
            worker.end()
        self.workers = []


def line(household, number, moment, rows=(), **account):
    """An answer of the household's bank."""
    return json.dumps({
        "household": household, "key": f"{household}-{number}", "observedAt": moment, "source": "core",
        "outcome": "complete",
        "accounts": [{"id": "felles", "name": "Felles", "booked": "100000.00", "from": "2026-01-01", **account}],
        "transactions": list(rows)}) + "\n"


def single(household, number, moment, rows=(), **account):
    """Single rows that are new, and figures."""
    return json.dumps({
        "household": household, "key": f"{household}-{number}", "observedAt": moment, "source": "core",
        "outcome": "partial", "accounts": [{"id": "felles", **account}], "transactions": list(rows)}) + "\n"


def text(number):
    """Of a purchase; none begins with another, or two of one amount would be one whose text has grown."""
    return f"KJOP {number:08}"


def purchase(chance, number, day):
    return {"account": "felles", "id": f"r{number}", "amount": f"-{chance.randint(501, 5_000)}.00", "date": day,
            "text": text(number)}


class Ledger:
    """Notes in tables of its own who claimed and committed what, and how long lines waited."""

    TABLES = """
        CREATE TABLE test_claim (household bigint, epoch bigint, worker text, PRIMARY KEY (household, epoch));
        CREATE TABLE test_commit (household bigint, version bigint, epoch bigint, worker text,
            PRIMARY KEY (household, version));
        CREATE TABLE test_line (household bigint, number bigint, put_at timestamptz, taken_at timestamptz,
            PRIMARY KEY (household, number));
        CREATE FUNCTION test_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.version <> OLD.version THEN
                INSERT INTO test_commit VALUES (
                    NEW.household, NEW.version, NEW.epoch, current_setting('application_name'));
            ELSIF NEW.epoch <> OLD.epoch THEN
                INSERT INTO test_claim VALUES (NEW.household, NEW.epoch, current_setting('application_name'));
            END IF;
            INSERT INTO test_line SELECT NEW.household, number, clock_timestamp()
                FROM generate_series(OLD.inbox_head + 1, NEW.inbox_head) number;
            UPDATE test_line SET taken_at = clock_timestamp() WHERE household = NEW.household
                AND number BETWEEN OLD.inbox_tail + 1 AND NEW.inbox_tail;
            RETURN NULL;
        END $$;
        CREATE TRIGGER test_note AFTER UPDATE ON agenda FOR EACH ROW EXECUTE FUNCTION test_note();
    """

    def __init__(self, server):
        self.server = server
        server.ask(self.TABLES)

    def number(self, sql):
        return float(self.server.ask(sql) or 0)

    def gaps(self):
        """Households whose versions are not 1, 2, 3 … up to that of their row."""
        return self.number("""
            SELECT count(*) FROM agenda a LEFT JOIN (SELECT household, count(*), max(version)
                FROM test_commit GROUP BY 1) c USING (household)
            WHERE a.version <> COALESCE(c.count, 0) OR a.version <> COALESCE(c.max, 0)""")

    def strangers(self):
        """Commits by who had not the newest claim."""
        return self.number("""
            SELECT count(*) FROM test_commit c LEFT JOIN test_claim l USING (household, epoch)
            WHERE l.worker IS DISTINCT FROM c.worker""")

    def commits(self):
        return self.number("SELECT count(*) FROM test_commit")

    def longest_wait(self):
        """Of the lines that were taken in, in seconds."""
        return self.number("SELECT extract(epoch FROM max(taken_at - put_at)) FROM test_line")

    def release(self):
        """Has households tried again whose workers were killed three times, as an operator would; gives how many."""
        return self.number("""
            WITH released AS (UPDATE agenda SET tries = 0, leased_until = NULL WHERE tries > 3 RETURNING 1)
            SELECT count(*) FROM released""")

    def held(self, worker):
        """How many households a worker has claimed and nobody after it."""
        return self.number(f"""
            SELECT count(*) FROM test_claim JOIN agenda USING (household, epoch)
            WHERE worker = '{worker.name}' AND leased_until IS NOT NULL""")
