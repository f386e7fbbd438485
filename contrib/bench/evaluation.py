"""The rows of the bench on evaluation: many transactions against many rules, beside what others do.

Each program reads the same lines and its counts are held against each other. Figures are events per
CPU second of the whole process, start and reading included.
"""
import importlib.util
import json
import pathlib
import resource
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PEERS = {"DuckDB": "duckdb", "Polars": "polars", "zen-engine": "zen"}
# Beyond that many evaluations a peer that looks at each by itself would take minutes.
PATIENCE = 20_000_000
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

    def __init__(self, program, folder, count):
        self.program, self.folder, self.count = program, folder, count
        self.limits = build_limits(folder)
        self.header = ("what", "saldovakt", "C++ by hand", *PEERS, "plain Python", "")
        self.rows = []

    def measure(self):
        events = self.folder / "events.ndjson"
        write_events(events, self.count)
        for rules in (10, 100, 1000):
            self.row(f"events, {rules} rules", "events", list(event_rules(rules)), events)
        windows = self.folder / "windows.ndjson"
        write_events(windows, self.count, in_order=True)
        for rules in (10, 100):
            self.row(f"windows, {rules} rules", "windows",
                     list(window_rules(rules, self.count)), windows)
        for rules in (10, 100, 1000):
            self.levels(rules)

    def row(self, name, work, rules, events):
        path, table = self.write(rules)
        rates, outputs = [], []
        for command in self.commands(work, len(rules), path, table, events):
            rate, output = self.run(command, events) if command else (None, None)
            rates.append(rate)
            outputs.append(output)
        same = all(output in (None, outputs[0]) for output in outputs)
        words = [f"{rate / 1000:,.0f} k/s" if rate else "–" for rate in rates]
        if rates[1] and rates[0]:
            words[1] += f" ({rates[1] / rates[0]:.1f}×)"
        self.rows.append((name, *words, "same counts" if same else "COUNTS DIFFER"))

    def levels(self, rules):
        """Balances in memory against limits: only comparing is measured, by the programs themselves."""
        program = pathlib.Path(self.program).resolve().with_name("EvaluationBench")
        path, table = self.write(list(level_rules(rules)))
        if not self.limits or not program.exists():
            return
        rates, outputs = [], []
        for command in ([program, "levels", path, str(FIGURES)],
                        [self.limits, "levels", table, str(FIGURES)]):
            found = subprocess.run(command, capture_output=True, check=True)
            rates.append(int(found.stderr.split()[0]) / 1e9)
            outputs.append(counts(found.stdout))
        same = "same counts" if outputs[0] == outputs[1] else "COUNTS DIFFER"
        words = [f"{rates[0]:.1f} G/s", f"{rates[1]:.1f} G/s ({rates[1] / rates[0]:.1f}×)"]
        self.rows.append((f"levels in memory, {rules} rules", *words, "–", "–", "–", "–",
                          same + ", reach: 1 G/s"))

    def write(self, rules):
        path, table = self.folder / "rules.json", self.folder / "rules.tsv"
        path.write_text(json.dumps({"version": 1, "rules": [rule for rule, _ in rules]}))
        table.write_text("".join(line + "\n" for _, line in rules))
        return path, table

    def commands(self, work, rules, path, table, events):
        yield [self.program, "eval", "--rules", str(path), "--counts"]
        yield [self.limits, work, str(table)] if self.limits else None
        for module in PEERS.values():
            is_there = importlib.util.find_spec(module) and (module != "duckdb" or work == "events")
            is_slow = module == "zen" and (work != "events" or rules * self.count > PATIENCE)
            yield None if not is_there or is_slow else [
                sys.executable, str(HERE / "peers.py"), module, work, str(path), str(events)]
        is_slow = work != "events" or rules * self.count > 5 * PATIENCE
        yield None if is_slow else [sys.executable, str(HERE / "plain-eval.py"), str(path)]

    def run(self, command, events):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(events, "rb") as lines:
            output = subprocess.run(
                command, stdin=lines, stdout=subprocess.PIPE, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return self.count / cpu, counts(output)


def build_limits(folder):
    """The C++ program, if there is a compiler and simdjson for it."""
    target = folder / "limits"
    if not shutil.which("g++"):
        return None
    built = subprocess.run(
        ["g++", "-O3", "-march=native", "-std=c++20", str(HERE / "limits.cpp"), "-lsimdjson",
         "-o", str(target)], stderr=subprocess.DEVNULL, check=False)
    return str(target) if built.returncode == 0 else None


def write_events(path, count, in_order=False):
    """Bare transaction lines, the same on every run."""
    merchants = [f"BUTIKK {number:04}" for number in range(2000)]
    state = 12345
    with open(path, "w", encoding="utf-8") as lines:
        for number in range(count):
            state = (1103515245 * state + 12345) % 2**31
            # What comes in would be a refund to a window, which not every program knows.
            is_credit = state % 10 == 0 and not in_order
            amount = (state % 900000) / 100 if is_credit else -(state % 200000) / 100
            place = number * 336 // count if in_order else state % 28
            month = place // 28 if in_order else number * 12 // count
            lines.write(json.dumps({
                "account": f"a{state // 7 % 20}", "amount": f"{amount:.2f}",
                "date": f"2026-{1 + month:02}-{1 + place % 28:02}",
                "text": merchants[state % 2000], "type": "pointOfSale"}) + "\n")


def event_rules(count):
    for number in range(count):
        limit, text = 1000 + number % 1000, f"BUTIKK {number % 2000:04}" if number % 3 else ""
        when = f"new debit over {limit}" + (f" at '{text}'" if text else "")
        yield ({"id": f"r{number}", "when": when, "notify": ["terminal"]},
               f"r{number}\t{limit * 100}\t{text}")


def window_rules(count, events):
    # About what an account spends in a week of these lines, so that sums cross the limits.
    usual = events * 1000 // 960
    for number in range(count):
        limit = usual * (90 + 2 * number) // 100
        when = f"spending on each account in the last 7 days is over {limit}"
        yield ({"id": f"r{number}", "when": when, "notify": ["terminal"]},
               f"r{number}\t{limit * 100}\t")


def level_rules(count):
    for number in range(count):
        limit = 160_000 * number // count + 1_000
        when = f"balance on each account is under {limit}"
        yield ({"id": f"r{number}", "when": when, "notify": ["terminal"]},
               f"r{number}\t{limit * 100}\t")


def counts(output):
    found = {}
    for line in output.decode().splitlines():
        entry = json.loads(line)
        if "count" in entry and "rule" in entry and "type" not in entry:
            found[entry["rule"]] = entry["count"]
    return found
