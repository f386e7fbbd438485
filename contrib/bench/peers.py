#!/usr/bin/env python3
"""What a user could pick instead of `saldovakt eval`: DuckDB and Polars, used as their manuals say.

    contrib/bench/peers.py duckdb|polars events|windows|levels CONDITIONS LINES

Counts, for each condition, the lines that match it (events), how often the sum of an account went
over the limit, once in a calendar month (windows), or how often a balance fell under its limit
(levels); prints what `saldovakt eval --counts` prints. One thread each.
"""
import json
import os
import sys

os.environ["POLARS_MAX_THREADS"] = "1"
FIELDS = ("account", "amount", "date", "status", "text", "merchant", "mcc", "type")
# What sums of spending count besides what is unknown.
SPENDING = ("pointOfSale", "fee", "atm", "billPayment", "directDebit", "standingOrder")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def quoted(text):
    return "'" + str(text).replace("'", "''") + "'"


def among(values):
    return "(" + ", ".join(map(quoted, values)) + ")"


# DuckDB: columns once, then every condition as a filter of one aggregation.

def duckdb_table(lines):
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads = 1")
    columns = ", ".join(f"{name}: 'VARCHAR'" for name in FIELDS)
    base.execute(
        "CREATE TABLE line AS SELECT row_number() OVER () AS number, account, date::DATE AS day,"
        " (amount::DECIMAL(12, 2) * 100)::BIGINT AS amount, coalesce(status, 'booked') AS status,"
        " text, coalesce(merchant, '') AS merchant, coalesce(mcc, '') AS mcc, type"
        f" FROM read_json('{lines}', format = 'newline_delimited', columns = {{{columns}}})")
    return base


def duckdb_filter(where):
    tests = []
    if where.get("direction") == "debit":
        tests.append("amount < 0")
    elif where.get("direction") == "credit":
        tests.append("amount >= 0")
    if "over" in where and "days" not in where:
        tests.append(f"abs(amount) > {where['over'] * 100}")
    for name in ("type", "account", "status"):
        if where.get(name):
            tests.append(f"{name} = {quoted(where[name])}")
    if "texts" in where:
        tests.append("(text IN {0} OR merchant IN {0})".format(among(where["texts"])))
    for key, test in (("starts", "starts_with({0}, {1})"), ("contains", "contains({0}, {1})")):
        if key in where:
            fields = (test.format(field, quoted(where[key])) for field in ("text", "merchant"))
            tests.append("(" + " OR ".join(fields) + ")")
    if "codes" in where:
        tests.append(f"mcc IN {among(where['codes'])}")
    return " AND ".join(tests)


def duckdb_events(conditions, lines):
    base = duckdb_table(lines)
    columns = ", ".join(f"count(*) FILTER ({duckdb_filter(where)})" for where in conditions)
    found = base.execute(f"SELECT {columns} FROM line").fetchone()
    return zip((where["id"] for where in conditions), found)


def measured(where):
    """What a sum is made of, as SQL: what each line adds."""
    value, test = {
        "spending": ("-amount", f"amount < 0 AND type IN {among(SPENDING)}"),
        "income": ("amount", "amount >= 0 AND type <> 'refund'"),
        "purchases": ("1", "amount < 0 AND type = 'pointOfSale'"),
    }[where["measure"]]
    more = duckdb_filter({key: where[key] for key in ("starts", "codes") if key in where})
    return f"CASE WHEN {' AND '.join(filter(None, (test, more)))} THEN {value} ELSE 0 END"


def duckdb_sum(base, where):
    """The sum of each account after each of its lines, as the table `course`."""
    base.execute(f"CREATE OR REPLACE TABLE own AS SELECT number, account, day, {measured(where)} AS part"
                 " FROM line" + (f" WHERE account = {quoted(where['account'])}" if where["account"] else ""))
    if where["days"] == "month":
        base.execute(
            "CREATE OR REPLACE TABLE course AS SELECT account, date_trunc('month', day) AS period,"
            " sum(part) AS value FROM own GROUP BY account, period")
        return
    # The sum so far less what left the days, line by line.
    base.execute(
        "CREATE OR REPLACE TABLE course AS WITH running AS (SELECT *, sum(part)"
        " OVER (PARTITION BY account ORDER BY number) AS total FROM own),"
        f" gone AS (SELECT account, day + {where['days']} AS since, max(total) AS total FROM running"
        " GROUP BY account, day),"
        " week AS (SELECT number, running.account, running.total - coalesce(gone.total, 0) AS value"
        " FROM running ASOF LEFT JOIN gone"
        " ON running.account = gone.account AND running.day >= gone.since)"
        " SELECT value, coalesce(lag(value) OVER (PARTITION BY account ORDER BY number), 0) AS before"
        " FROM week")


def grouped(conditions):
    """The conditions by what they measure; those of one group share their sums."""
    groups = {}
    for where in conditions:
        key = json.dumps({name: where[name] for name in where if name not in ("id", "over")})
        groups.setdefault(key, []).append(where)
    return groups.values()


def bound(where):
    return where["over"] * (1 if where["measure"] == "purchases" else 100)


def duckdb_windows(conditions, lines):
    base, found = duckdb_table(lines), {}
    for group in grouped(conditions):
        duckdb_sum(base, group[0])
        crossing = "" if group[0]["days"] == "month" else " AND before <= {0}"
        columns = (("count(*) FILTER (value > {0}" + crossing + ")").format(bound(where)) for where in group)
        counts = base.execute(f"SELECT {', '.join(columns)} FROM course").fetchone()
        found.update(zip((where["id"] for where in group), counts))
    return found


def duckdb_levels(conditions, lines):
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads = 1")
    base.execute(
        "CREATE TABLE course AS WITH line AS (SELECT row_number() OVER () AS number,"
        " accounts[1].id AS account, (accounts[1].booked::DECIMAL(14, 2) * 100)::BIGINT AS value"
        f" FROM read_json('{lines}', format = 'newline_delimited',"
        " columns = {accounts: 'STRUCT(id VARCHAR, booked VARCHAR)[]'}))"
        " SELECT account, value, lag(value) OVER (PARTITION BY account ORDER BY number) AS before FROM line")
    columns = ", ".join(
        "count(*) FILTER (value < {0} AND (before IS NULL OR before >= {0}){1})".format(
            where["under"] * 100,
            f" AND account = {quoted(where['account'])}" if where["account"] else "")
        for where in conditions)
    found = base.execute(f"SELECT {columns} FROM course").fetchone()
    return zip((where["id"] for where in conditions), found)


# Polars: a lazy scan, then every condition as an expression of one selection.

def polars_table(lines):
    import polars
    column = polars.col
    return polars.scan_ndjson(
        lines, schema={name: polars.String for name in FIELDS}
    ).with_columns(
        (column("amount").cast(polars.Decimal(12, 2)) * 100).cast(polars.Int64),
        column("date").str.to_date(), column("status").fill_null("booked"),
        column("merchant").fill_null(""), column("mcc").fill_null(""))


def polars_filter(where):
    import polars
    column, tests = polars.col, []
    if where.get("direction") == "debit":
        tests.append(column("amount") < 0)
    elif where.get("direction") == "credit":
        tests.append(column("amount") >= 0)
    if "over" in where and "days" not in where:
        tests.append(column("amount").abs() > where["over"] * 100)
    for name in ("type", "account", "status"):
        if where.get(name):
            tests.append(column(name) == where[name])
    if "texts" in where:
        tests.append(column("text").is_in(where["texts"]) | column("merchant").is_in(where["texts"]))
    for key, test in (("starts", lambda field: field.str.starts_with(where["starts"])),
                      ("contains", lambda field: field.str.contains(where["contains"], literal=True))):
        if key in where:
            tests.append(test(column("text")) | test(column("merchant")))
    if "codes" in where:
        tests.append(column("mcc").is_in(list(where["codes"])))
    both = tests[0] if tests else polars.lit(True)
    for test in tests[1:]:
        both &= test
    return both


def polars_events(conditions, lines):
    row = polars_table(lines).select(
        [polars_filter(where).sum().alias(where["id"]) for where in conditions]).collect()
    return [(name, row[name][0]) for name in row.columns]


def polars_windows(conditions, lines):
    import polars
    import warnings
    # It cannot see that the rows of each account are in order; they are.
    warnings.simplefilter("ignore")
    column, found = polars.col, {}
    table = polars_table(lines).collect()
    for group in grouped(conditions):
        where = group[0]
        value, test = {
            "spending": (-column("amount"), (column("amount") < 0) & column("type").is_in(list(SPENDING))),
            "income": (column("amount"), (column("amount") >= 0) & (column("type") != "refund")),
            "purchases": (polars.lit(1), (column("amount") < 0) & (column("type") == "pointOfSale")),
        }[where["measure"]]
        test &= polars_filter({key: where[key] for key in ("starts", "codes") if key in where})
        own = table if not where["account"] else table.filter(column("account") == where["account"])
        own = own.select("account", "date", polars.when(test).then(value).otherwise(0).alias("part"))
        if where["days"] == "month":
            course = own.group_by("account", column("date").dt.truncate("1mo")).agg(column("part").sum())
            counts = course.select(
                [(column("part") > bound(rule)).sum().alias(rule["id"]) for rule in group])
        else:
            course = polars_rolling(own, where["days"])
            counts = course.select(
                [((column("value") > bound(rule)) & (column("before") <= bound(rule))).sum()
                 .alias(rule["id"]) for rule in group])
        found.update((name, counts[name][0]) for name in counts.columns)
    return found


def polars_rolling(own, span):
    """The sum of the last days after each line, and after the line before."""
    import polars
    column = polars.col
    own = own.with_columns(column("part").cum_sum().over("account").alias("total"))
    days = own.group_by("account", "date").agg(column("part").sum()).sort("date")
    before = days.with_columns(
        column("part").cum_sum().over("account").alias("through")
    ).with_columns((column("date") + polars.duration(days=span)).alias("gone"))
    own = own.join_asof(
        before.select("account", "gone", "through").sort("gone"),
        left_on="date", right_on="gone", by="account", strategy="backward")
    own = own.with_columns((column("total") - column("through").fill_null(0)).alias("value"))
    return own.with_columns(column("value").shift(1).over("account").fill_null(0).alias("before"))


def polars_levels(conditions, lines):
    import polars
    column = polars.col
    inner = polars.List(polars.Struct({"id": polars.String, "booked": polars.String}))
    table = polars.scan_ndjson(lines, schema={"accounts": inner}).select(
        column("accounts").list.first().struct.unnest()
    ).with_columns((column("booked").cast(polars.Decimal(14, 2)) * 100).cast(polars.Int64).alias("value"))
    table = table.with_columns(column("value").shift(1).over("id").alias("before")).collect()
    counts = []
    for where in conditions:
        limit = where["under"] * 100
        test = (column("value") < limit) & (column("before").is_null() | (column("before") >= limit))
        if where["account"]:
            test &= column("id") == where["account"]
        counts.append(test.sum().alias(where["id"]))
    row = table.select(counts)
    return [(name, row[name][0]) for name in row.columns]


def main():
    program, work, path, lines = sys.argv[1:]
    conditions = load(path)
    found = dict(globals()[f"{program}_{work}"](conditions, lines))
    for where in conditions:
        print(json.dumps({"rule": where["id"], "count": int(found.get(where["id"], 0))},
                         separators=(",", ":")))


main()
