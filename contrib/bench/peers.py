#!/usr/bin/env python3
"""What a user could pick instead of `saldovakt eval`: libraries from PyPI, used as their manuals say.

    contrib/bench/peers.py duckdb|polars|zen events|windows RULES LINES
    contrib/bench/peers.py duckdb|polars|zen levels RULES FIGURES

Counts, for each rule, the transactions that match it (events), how often each account's spending of
seven days went over the limit (windows), or how many of so many balances in memory are under the
limit (levels); prints what `saldovakt eval --counts` prints. zen-engine looks at one thing at a time
and has no windows. Needs `pip install duckdb polars zen-engine`.
"""
import json
import re
import sys
import time

import workload

EVENT = re.compile(r"new debit over (\d+)(?: at '([^']*)')?")
WINDOW = re.compile(r"spending on each account in the last 7 days is over (\d+)")
LEVEL = re.compile(r"balance on each account is under (\d+)")


def rules(path, pattern):
    for rule in json.load(open(path, encoding="utf-8"))["rules"]:
        yield rule["id"], *pattern.fullmatch(rule["when"]).groups()


def duckdb_events(path, events):
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads = 1")
    base.execute("CREATE TABLE rule (id TEXT, amount DECIMAL(12, 2), words TEXT)")
    base.executemany("INSERT INTO rule VALUES (?, ?, ?)", list(rules(path, EVENT)))
    base.execute(
        "CREATE TABLE event AS SELECT -amount::DECIMAL(12, 2) AS amount, text AS words"
        f" FROM read_json('{events}', format = 'newline_delimited',"
        " columns = {amount: 'VARCHAR', text: 'VARCHAR'})")
    return base.execute(
        "SELECT id, sum(n) FROM (SELECT id, count(*) AS n FROM rule JOIN event"
        " ON event.amount > rule.amount AND rule.words = event.words GROUP BY id UNION ALL"
        " SELECT id, count(*) FROM rule JOIN event ON event.amount > rule.amount"
        " AND rule.words IS NULL GROUP BY id) GROUP BY id").fetchall()


def duckdb_windows(path, events):
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads = 1")
    base.execute("CREATE TABLE rule (id TEXT, amount DECIMAL(12, 2))")
    base.executemany("INSERT INTO rule VALUES (?, ?)", list(rules(path, WINDOW)))
    base.execute(
        "CREATE TABLE event AS SELECT row_number() OVER () AS number, account, date AS day,"
        " greatest(-amount::DECIMAL(12, 2), 0) AS spent"
        f" FROM read_json('{events}', format = 'newline_delimited',"
        " columns = {account: 'VARCHAR', date: 'DATE', amount: 'VARCHAR'})")
    # The sum so far less what left the seven days, row by row.
    return base.execute(
        "WITH running AS (SELECT *, sum(spent) OVER (PARTITION BY account ORDER BY number) AS total"
        " FROM event),"
        " gone AS (SELECT account, day + 7 AS since, max(total) AS total FROM running"
        " GROUP BY account, day),"
        " week AS (SELECT number, running.account, running.total - coalesce(gone.total, 0) AS spent"
        " FROM running ASOF LEFT JOIN gone"
        " ON running.account = gone.account AND running.day >= gone.since),"
        " step AS (SELECT spent, coalesce(lag(spent) OVER (PARTITION BY account ORDER BY number), 0)"
        " AS before FROM week)"
        " SELECT id, count(*) FROM rule JOIN step"
        " ON spent > amount AND before <= amount GROUP BY id").fetchall()


def duckdb_levels(path, count):
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads = 1")
    limits = list(rules(path, LEVEL))
    figures = workload.figures(int(count))
    base.execute("CREATE TABLE figure AS SELECT unnest(?::BIGINT[]) AS value", [figures])
    begin = time.process_time()
    found = base.execute(
        "SELECT " + ", ".join(f"count(*) FILTER (value < {limit}00)" for _, limit in limits)
        + " FROM figure").fetchone()
    workload.report_rate(len(figures) * len(limits), time.process_time() - begin)
    return zip((name for name, _ in limits), found)


def polars_levels(path, count):
    import polars
    limits = list(rules(path, LEVEL))
    table = polars.DataFrame({"value": workload.figures(int(count))})
    begin = time.process_time()
    row = table.select(
        [(polars.col("value") < int(limit) * 100).sum().alias(name) for name, limit in limits])
    workload.report_rate(len(table) * len(limits), time.process_time() - begin)
    return [(name, row[name][0]) for name in row.columns]


def zen_levels(path, count):
    import zen
    limits = [(name, zen.compile_expression(f"value < {limit}00")) for name, limit in
              rules(path, LEVEL)]
    figures = workload.figures(int(count))
    counts = {name: 0 for name, _ in limits}
    begin = time.process_time()
    for figure in figures:
        for name, condition in limits:
            counts[name] += bool(condition.evaluate({"value": figure}))
    workload.report_rate(len(figures) * len(limits), time.process_time() - begin)
    return counts.items()


def polars_events(path, events):
    import polars
    table = polars.scan_ndjson(
        events, schema={"amount": polars.String, "text": polars.String}
    ).with_columns(-polars.col("amount").cast(polars.Decimal(12, 2)))
    counts = []
    for name, amount, words in rules(path, EVENT):
        condition = polars.col("amount") > int(amount)
        if words is not None:
            condition &= polars.col("text") == words
        counts.append(condition.sum().alias(name))
    row = table.select(counts).collect()
    return [(name, row[name][0]) for name in row.columns]


def zen_events(path, events):
    import zen
    conditions = []
    for name, amount, words in rules(path, EVENT):
        test = f"amount < -{amount}"
        if words is not None:
            test += f" and text == '{words}'"
        conditions.append((name, zen.compile_expression(test)))
    counts = {name: 0 for name, _ in conditions}
    for line in open(events, encoding="utf-8"):
        event = json.loads(line)
        event["amount"] = float(event["amount"])
        for name, condition in conditions:
            counts[name] += bool(condition.evaluate(event))
    return counts.items()


def polars_windows(path, events):
    import polars
    import warnings
    # It cannot see that the rows of each account are in order; they are.
    warnings.simplefilter("ignore")
    table = polars.scan_ndjson(
        events,
        schema={"account": polars.String, "amount": polars.String, "date": polars.String},
    ).with_columns(
        polars.col("date").str.to_date(),
        polars.col("amount").cast(polars.Decimal(12, 2)).cast(polars.Float64),
    ).with_columns(
        polars.when(polars.col("amount") < 0).then(-polars.col("amount")).otherwise(0)
        .alias("spent"),
    ).with_columns(
        (polars.col("spent").cum_sum().over("account")).alias("total")).collect()
    # The rows of a day one after the other: the sum so far less what left the seven days.
    days = table.group_by("account", "date").agg(polars.col("spent").sum()).sort("date")
    before = days.with_columns(
        polars.col("spent").cum_sum().over("account").alias("through")
    ).with_columns((polars.col("date") + polars.duration(days=7)).alias("gone"))
    table = table.sort("date", maintain_order=True).join_asof(
        before.select("account", "gone", "through").sort("gone"),
        left_on="date", right_on="gone", by="account", strategy="backward")
    running = (polars.col("total") - polars.col("through").fill_null(0)).round(2)
    counts = []
    for name, limit in rules(path, WINDOW):
        over = running > int(limit)
        entered = over & ~over.shift(1).over("account").fill_null(False)
        counts.append(entered.sum().alias(name))
    row = table.select(counts)
    return [(name, row[name][0]) for name in row.columns]


def main():
    program, work, path, events = sys.argv[1:]
    found = dict(globals()[f"{program}_{work}"](path, events))
    for rule in json.load(open(path, encoding="utf-8"))["rules"]:
        print(json.dumps({"rule": rule["id"], "count": int(found.get(rule["id"], 0))},
                         separators=(",", ":")))


main()
