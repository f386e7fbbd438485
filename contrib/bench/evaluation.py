"""The rows of the bench on rules: `saldovakt eval` beside DuckDB and Polars on varied streams, polls, loading.

In the rows of `eval` each program reads the same lines and answers the same rules; the counts of all are compared. Figures
are CPU seconds of the whole process, start and reading included. The peers come from PyPI and are
left out where they are not installed: `contrib/install-dependencies --bench`.
"""
import itertools
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import time

import workload

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ("duckdb", "polars")
# Kind of rules, their numbers, and the lines that they look at; each for so many accounts.
WORK = (
    ("events", (10, 100, 1000), "transactions"),
    ("windows", (10, 100), "transactions"),
    ("levels", (10, 100, 1000), "balances"),
)
ACCOUNTS = (10, 1000, 10_000)


class Polls:
    """Polls of a watcher over its SQLite store: rows, rules and accounts, each ten times as many."""

    SETUPS = ((1_000, 1_000, 20), (100_000, 1_000, 20), (1_000_000, 1_000, 20),
              (100_000, 10_000, 20), (100_000, 1_000, 200))
    header = ("rows stored, rules, accounts",
              *(f"{rows:,}, {rules:,}, {accounts}" for rows, rules, accounts in SETUPS), "note")

    def __init__(self, program, folder):
        self.program = pathlib.Path(program).resolve().with_name("PollBench")
        self.folder, self.rows = pathlib.Path(folder), []

    def measure(self):
        found = [self.polls(*setup) for setup in self.SETUPS]
        for name, key, note in (
                ("CPU of a poll with one new row", "news-cpu", "reach: 10 ms with 1,000,000 rows"),
                ("CPU of a poll without news", "silent-cpu", ""),
                ("CPU of the first poll", "first-cpu", ""),
                ("CPU of reading the state at start", "start-cpu", "")):
            self.rows.append((name, *(f"{run[key]:.2f} ms" for run in found), note))
        rows = [int(run["rows"]) for run in found]
        same = "the same" if len(set(rows[:3])) == 1 else "NOT THE SAME"
        self.rows.append(("stored rows read by a poll", *map(str, rows), f"for 20 accounts {same}"))

    def polls(self, *setup):
        folder = self.folder / "polls-{}-{}-{}".format(*setup)
        output = subprocess.run(
            [self.program, str(folder), *map(str, setup)], check=True, stdout=subprocess.PIPE,
            text=True).stdout
        shutil.rmtree(folder)
        return {name: float(figure) for name, figure in map(str.split, output.splitlines())}


class Loading:
    """Large rules files, checked as `saldovakt rules check` does."""

    COUNT = 10_000
    header = ("rules files", "time", "CPU", "note")

    def __init__(self, program, folder):
        self.program, self.folder = pathlib.Path(program).resolve(), pathlib.Path(folder)
        self.rows = []

    def measure(self):
        rules = [rule for rule, _ in workload.mixed_rules(self.COUNT, 1000, 1)]
        wrong = [{**rule, "when": rule["when"].replace(" over ", " ovr ")} for rule in rules]
        for name, rules, indent in (("on a line each", rules, 0), ("on one line", rules, None),
                                    ("on one line, most of them misspelt", wrong, None)):
            path = self.folder / "many.json"
            path.write_text(json.dumps({"version": 1, "rules": rules}, indent=indent), encoding="utf-8")
            before, begin = cpu_of_children(), time.monotonic()
            output = subprocess.run(
                [self.program, "rules", "check", str(path)], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, check=False).stdout
            seconds = time.monotonic() - begin
            self.rows.append(
                (f"{self.COUNT:,} rules {name}", f"{seconds:.2f} s", f"{cpu_of_children() - before:.2f} s",
                 f"{len(output):,} bytes printed; reach: 2 s"))


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Evaluation:
    """Runs every kind of work with every program that is there."""

    header = ("lines, rules, accounts (seed)", "saldovakt", *PEERS, "better peer ÷ ours", "note")

    def __init__(self, program, folder, count, seeds, only="", python=None):
        self.program = pathlib.Path(program).resolve()
        self.folder, self.count = pathlib.Path(folder), count
        self.seeds, self.only = seeds, only
        self.python = python if python and pathlib.Path(python).exists() else sys.executable
        self.peers = [peer for peer in PEERS if self.has(peer)]
        self.rows = []

    def has(self, peer):
        return not subprocess.run(
            [self.python, "-c", f"import {peer}"], stderr=subprocess.DEVNULL, check=False).returncode

    def measure(self):
        for seed, (kind, sizes, stream), accounts in itertools.product(self.seeds, WORK, ACCOUNTS):
            for size in sizes:
                name = f"{self.count:,} {stream}, {size} {kind}, {accounts:,} ({seed})"
                if self.only in name:
                    self.row(name, kind, size, stream, accounts, seed)

    def lines(self, stream, accounts, seed):
        path = self.folder / f"{stream}-{accounts}-{seed}.ndjson"
        if not path.exists():
            getattr(workload, f"write_{stream}")(path, self.count, accounts, f"{seed}.{accounts}")
        return path

    def row(self, name, kind, size, stream, accounts, seed):
        lines, make = self.lines(stream, accounts, seed), getattr(workload, f"{kind[:-1]}_rules")
        workload.write_rules(self.folder, make(size, accounts, seed))
        command = [self.program, "eval", "--rules", str(self.folder / "rules.json")]
        ours, found = self.run([*command, "--counts"], lines)
        best, words, same = None, [f"{ours:.2f} s"], True
        for peer in PEERS:
            if peer not in self.peers:
                words.append("–")
                continue
            seconds, counts = self.run(
                [self.python, str(HERE / "peers.py"), peer, kind,
                 str(self.folder / "conditions.json"), str(lines)], lines)
            best = min(best or seconds, seconds)
            words.append(f"{seconds:.2f} s")
            same &= counts == found
        counted = f"{sum(found.values()):,} counted" + ("" if same else ", COUNTS DIFFER")
        ratio = f"{best / ours:.1f}×" if best else "–"
        self.rows.append((name, *words, ratio, counted))
        if kind == "events":
            self.written(command, lines, ours)

    def written(self, command, lines, counting):
        """The same with every notification written out."""
        path = self.folder / "notifications.ndjson"
        with open(path, "wb") as output:
            seconds, _ = self.run(command, lines, output)
        self.rows.append(
            (f"  written out ({path.stat().st_size / 1e6:.0f} MB)", f"{seconds:.2f} s", "–", "–",
             "", f"{seconds / counting:.1f}× the counting run; reach: 2×"))

    @staticmethod
    def run(command, lines, output=subprocess.PIPE):
        """CPU seconds of a program, and the counts that it printed."""
        before = cpu_of_children()
        with open(lines, "rb") as stream:
            printed = subprocess.run(command, stdin=stream, stdout=output, check=True).stdout
        return cpu_of_children() - before, counts(printed or b"")


def counts(output):
    entries = map(json.loads, output.decode().splitlines())
    return {entry["rule"]: entry["count"] for entry in entries if "count" in entry}
