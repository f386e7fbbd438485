"""What a user could write by hand instead of `saldovakt eval`; used by the bench beside it.

    plain-eval.py events|windows RULES LINES      counts what `saldovakt eval --counts` counts
    plain-eval.py levels RULES FIGURES            compares so many balances with every limit
"""
import collections
import datetime
import json
import re
import sys
import time

import workload

DEBIT = re.compile(r"new debit over (\d+)(?: at '([^']*)')?")
LIMIT = re.compile(r".* (?:over|under) (\d+)")


def rules(path, pattern):
    for rule in json.load(open(path, encoding="utf-8"))["rules"]:
        yield rule["id"], *pattern.fullmatch(rule["when"]).groups()


def events(path, lines):
    known = [(name, -float(limit), merchant) for name, limit, merchant in rules(path, DEBIT)]
    counts = {name: 0 for name, _, _ in known}
    for line in open(lines, encoding="utf-8"):
        event = json.loads(line)
        amount, text = float(event["amount"]), event["text"]
        for name, limit, merchant in known:
            if amount < limit and (merchant is None or merchant == text):
                counts[name] += 1
    return counts


class Week:
    """What an account spent in seven days, and which limits that is over."""

    def __init__(self):
        self.days, self.sum, self.over = collections.deque(), 0, set()

    def add(self, today, spent):
        while self.days and self.days[0][0] <= today - 7:
            self.sum -= self.days.popleft()[1]
        self.days.append((today, spent))
        self.sum += spent


def windows(path, lines):
    limits = [(name, int(limit) * 100) for name, limit in rules(path, LIMIT)]
    counts = {name: 0 for name, _ in limits}
    weeks = collections.defaultdict(Week)
    for line in open(lines, encoding="utf-8"):
        event = json.loads(line)
        week = weeks[event["account"]]
        today = datetime.date.fromisoformat(event["date"]).toordinal()
        week.add(today, max(0, -round(float(event["amount"]) * 100)))
        for name, limit in limits:
            if week.sum <= limit:
                week.over.discard(name)
            elif name not in week.over:
                week.over.add(name)
                counts[name] += 1
    return counts


def levels(path, count):
    figures = workload.figures(int(count))
    limits = [(name, int(limit) * 100) for name, limit in rules(path, LIMIT)]
    begin = time.process_time()
    counts = {name: sum(figure < limit for figure in figures) for name, limit in limits}
    workload.report_rate(len(figures) * len(limits), time.process_time() - begin)
    return counts


def main():
    work, path, argument = sys.argv[1:]
    for name, count in globals()[work](path, argument).items():
        print(json.dumps({"rule": name, "count": count}))


main()
