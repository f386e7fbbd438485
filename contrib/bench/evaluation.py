"""The rows of the bench on evaluation: many transactions against many rules, beside what others do.

Each program reads the same lines and its counts are held against each other. Figures are events per
CPU second of the whole process, start and reading included. A program that looks at every rule for
every line gets fewer of them, so that it ends today; its counts are then held against ours of as many.
"""
import importlib.util
import itertools
import json
import pathlib
import resource
import shutil
import subprocess
import sys

import workload

HERE = pathlib.Path(__file__).resolve().parent
# Programs from PyPI, how many evaluations each gets at most, and what it can do at all.
PEERS = {
    "DuckDB": ("duckdb", 300_000_000, {"events", "windows", "levels"}),
    "Polars": ("polars", 300_000_000, {"events", "windows", "levels"}),
    "zen-engine": ("zen", 20_000_000, {"events", "levels"}),
    "plain Python": ("plain", 30_000_000, {"events", "windows", "levels"}),
}
# How many balances are compared with each limit.
FIGURES = 1_000_000


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
                ("CPU of a poll with one new row", "news-cpu", "reach: 50 ms"),
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
    """Runs one kind of work with every program that is there."""

    header = ("what", "saldovakt", "C++ by hand", *PEERS, "")

    def __init__(self, program, folder, count):
        self.program = pathlib.Path(program).resolve()
        self.folder, self.count = folder, count
        self.limits = build_limits(folder)
        self.rows = []

    def measure(self):
        lines = self.folder / "events.ndjson"
        workload.write_events(lines, self.count)
        for rules in (10, 100, 1000):
            self.row(f"events, {rules} rules", Streamed(
                self, "events", workload.event_rules(rules), lines))
        lines = self.folder / "windows.ndjson"
        workload.write_events(lines, self.count, in_order=True)
        for rules in (10, 100):
            self.row(f"windows, {rules} rules", Streamed(
                self, "windows", workload.window_rules(rules, self.count), lines))
        for rules in (10, 100, 1000):
            self.row(f"levels in memory, {rules} rules",
                     Levels(self, workload.level_rules(rules)), "reach: 1 G/s")

    def row(self, name, work, note=""):
        ours, counts = work.ours(work.count)
        words, same = [work.text(ours)], True
        if self.limits:
            rate, found = work.by_hand()
            words.append(f"{work.text(rate)} ({rate / ours:.1f}×)")
            same = found == counts
        else:
            words.append("–")
        for module, patience, kinds in PEERS.values():
            is_there = module == "plain" or importlib.util.find_spec(module)
            if not is_there or work.kind not in kinds:
                words.append("–")
                continue
            count = min(work.count, patience // len(work.rules))
            rate, found = work.peer(module, count)
            words.append(work.text(rate))
            same &= found == (counts if count == work.count else work.ours(count)[1])
        notes = ["same counts" if same else "COUNTS DIFFER", note]
        self.rows.append((name, *words, ", ".join(filter(None, notes))))


class Work:
    """One row: some rules, and so much to hold against them."""

    def __init__(self, evaluation, kind, rules, count):
        self.evaluation, self.kind, self.count = evaluation, kind, count
        self.rules = list(rules)
        self.path = evaluation.folder / "rules.json"
        self.table = evaluation.folder / "rules.tsv"
        self.path.write_text(json.dumps({"version": 1, "rules": [rule for rule, _ in self.rules]}))
        self.table.write_text("".join(line + "\n" for _, line in self.rules))

    def peers(self, module, argument):
        script = ["plain-eval.py"] if module == "plain" else ["peers.py", module]
        return [sys.executable, str(HERE / script[0]), *script[1:], self.kind, str(self.path),
                str(argument)]


class Streamed(Work):
    """Lines of transactions; a rate is lines per CPU second of the process."""

    def __init__(self, evaluation, kind, rules, lines):
        super().__init__(evaluation, kind, rules, evaluation.count)
        self.lines = lines

    @staticmethod
    def text(rate):
        return f"{rate / 1000:,.0f} k/s"

    def ours(self, count):
        return self.run([self.evaluation.program, "eval", "--rules", str(self.path), "--counts"],
                        count)

    def by_hand(self):
        return self.run([self.evaluation.limits, self.kind, str(self.table)], self.count)

    def peer(self, module, count):
        return self.run(self.peers(module, self.first(count)), count)

    def run(self, command, count):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(self.first(count), "rb") as lines:
            output = subprocess.run(
                command, stdin=lines, stdout=subprocess.PIPE, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return count / cpu, counts(output)

    def first(self, count):
        """A file of that many of the lines."""
        if count == self.count:
            return self.lines
        path = self.evaluation.folder / f"{self.kind}-{count}.ndjson"
        if not path.exists():
            with open(self.lines, "rb") as lines, open(path, "wb") as some:
                some.writelines(itertools.islice(lines, count))
        return path


class Levels(Work):
    """Balances in memory; a rate is evaluations per CPU second of nothing but comparing."""

    def __init__(self, evaluation, rules):
        super().__init__(evaluation, "levels", rules, FIGURES)

    @staticmethod
    def text(rate):
        return f"{rate / 1e9:.1f} G/s" if rate >= 1e9 else f"{rate / 1e6:,.1f} M/s"

    def ours(self, count):
        program = self.evaluation.program.with_name("EvaluationBench")
        return self.run([program, "levels", str(self.table), str(count)])

    def by_hand(self):
        return self.run([self.evaluation.limits, "levels", str(self.table), str(self.count)])

    def peer(self, module, count):
        return self.run(self.peers(module, count))

    def run(self, command):
        found = subprocess.run(command, capture_output=True, check=True)
        return int(found.stderr.split()[0]), counts(found.stdout)


def build_limits(folder):
    """The C++ program, if there is a compiler and simdjson for it."""
    target = folder / "limits"
    if not shutil.which("g++"):
        return None
    built = subprocess.run(
        ["g++", "-O3", "-march=native", "-std=c++20", str(HERE / "limits.cpp"), "-lsimdjson",
         "-o", str(target)], stderr=subprocess.DEVNULL, check=False)
    return str(target) if built.returncode == 0 else None


def counts(output):
    found = {}
    for line in output.decode().splitlines():
        entry = json.loads(line)
        if "count" in entry and "rule" in entry and "type" not in entry:
            found[entry["rule"]] = entry["count"]
    return found
