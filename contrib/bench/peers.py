#!/usr/bin/env python3
"""What a user could pick instead of `saldovakt eval`: libraries from PyPI, used as their manuals say.

    contrib/bench/peers.py duckdb|polars|zen events|windows RULES EVENTS

Counts, for each rule, the transactions that match it (events), or how often each account's
spending of seven days went over the limit (windows); prints what `saldovakt eval --counts` prints.
Needs `pip install duckdb polars zen-engine`.
"""
import json
import re
import sys

EVENT = re.compile(r"new debit over (\d+)(?: at '([^']*)')?")
WINDOW = re.compile(r"spending on each account in the last 7 days is over (\d+)")


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
