"""The rows of the bench on evaluation: `saldovakt eval` beside DuckDB and Polars on varied streams.

Each program reads the same lines and answers the same rules; the counts of all are compared. Figures
are CPU seconds of the whole process, start and reading included. The peers come from PyPI and are
left out where they are not installed: `contrib/install-dependencies --bench`.
"""
import json
import pathlib
import resource
import subprocess
import sys

import workload

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ("duckdb", "polars")
# Kind of rules, their numbers, the lines that they look at, and for how many accounts.
WORK = (
    ("events", (10, 100, 1000), "transactions", (10, 1000, 10_000)),
    ("windows", (10, 100), "transactions", (10, 1000, 10_000)),
    ("levels", (10, 100, 1000), "balances", (1000,)),
)
# The stream that notifications are also written out for.
WRITTEN = ("events", 1000)


class Polls:
    """Polls of twenty accounts with a thousand rules, put together from the watcher's parts."""

    header = ("1,000 rules × 20 accounts", "1,000 stored", "100,000 stored", "1,000,000 stored",
              "note")
    STORED = (1_000, 100_000, 1_000_000)

    def __init__(self, program, folder):
        self.program = pathlib.Path(program).resolve().with_name("EvaluationBench")
        self.folder, self.rows = pathlib.Path(folder), []

    def measure(self):
        if not self.program.exists():
            return
        found = [self.polls(stored) for stored in self.STORED]
        for name, key, note in (
                ("CPU of a poll with one new row", "news-cpu", "reach: 10 ms"),
                ("  of it evaluation and decision", "news-evaluation-cpu", ""),
                ("CPU of a poll without news", "silent-cpu", ""),
                ("CPU of the first poll", "first-cpu", ""),
                ("CPU of seeding at start", "start-cpu", "")):
            self.rows.append((name, *(f"{run[key]:.2f} ms" for run in found), note))
        rows = [int(run["news-rows"]) for run in found]
        same = "the same" if len(set(rows)) == 1 else "NOT THE SAME"
        self.rows.append(("rows touched by a poll with one new row", *map(str, rows), same))

    def polls(self, stored):
        output = subprocess.run(
            [self.program, "polls", str(self.folder / f"rules-{stored}"), str(stored)],
            check=True, stdout=subprocess.PIPE, text=True).stdout
        return {name: float(figure) for name, figure in map(str.split, output.splitlines())}


class Evaluation:
    """Runs every kind of work with every program that is there."""

    header = ("lines, rules, accounts (seed)", "saldovakt", *PEERS, "better peer ÷ ours", "note")

    def __init__(self, program, folder, count, python=None, seed=1):
        self.program = pathlib.Path(program).resolve()
        self.folder, self.count, self.seed = pathlib.Path(folder), count, seed
        self.python = python if python and pathlib.Path(python).exists() else sys.executable
        self.peers = [peer for peer in PEERS if self.has(peer)]
        self.rows = []

    def has(self, peer):
        return not subprocess.run(
            [self.python, "-c", f"import {peer}"], stderr=subprocess.DEVNULL, check=False).returncode

    def measure(self):
        for kind, sizes, stream, numbers in WORK:
            for accounts in numbers:
                # Another seed for each number of accounts.
                seed = f"{self.seed}.{accounts}"
                lines = self.lines(stream, accounts, seed)
                for size in sizes:
                    self.row(kind, size, stream, accounts, seed, lines)

    def lines(self, stream, accounts, seed):
        path = self.folder / f"{stream}-{seed}.ndjson"
        if not path.exists():
            getattr(workload, f"write_{stream}")(path, self.count, accounts, seed)
        return path

    def row(self, kind, size, stream, accounts, seed, lines):
        make = getattr(workload, f"{kind[:-1]}_rules")
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
        name = f"{self.count:,} {stream}, {size} {kind}, {accounts:,} ({seed})"
        told = f"{sum(found.values()):,} counted" + ("" if same else ", COUNTS DIFFER")
        ratio = f"{best / ours:.1f}×" if best else "–"
        self.rows.append((name, *words, ratio, told))
        if (kind, size) == WRITTEN:
            self.written(name, command, lines, ours)

    def written(self, name, command, lines, counting):
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
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(lines, "rb") as stream:
            printed = subprocess.run(command, stdin=stream, stdout=output, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return cpu, counts(printed or b"")


def counts(output):
    entries = map(json.loads, output.decode().splitlines())
    return {entry["rule"]: entry["count"] for entry in entries if "count" in entry}


def main():
    """Only these rows: `evaluation.py PROGRAM FOLDER [LINES] [SEED]`."""
    program, folder = sys.argv[1:3]
    lines, seed = (int(text) for text in (sys.argv[3:] + ["300000", "1"][len(sys.argv) - 3:]))
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    evaluation = Evaluation(program, folder, lines, seed=seed)
    evaluation.measure()
    for row in [evaluation.header, *evaluation.rows]:
        print("\t".join(row))


if __name__ == "__main__":
    main()
