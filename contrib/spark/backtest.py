#!/usr/bin/env python3
"""Tries rules on the archive of many households: `saldovakt eval --by household` on Spark.

    contrib/spark/backtest.py --rules rules.json --out FOLDER ARCHIVE…
        [--program saldovakt] [--partitions 64] [--master spark://HOST:7077]

ARCHIVE is NDJSON, or Parquet with the same members as columns: lines as for `saldovakt eval`, each with its
"household". FOLDER/notifications has the notifications, ordered by household and time, in as many files
as there are partitions; one after the other they are the same bytes for any number of partitions.
FOLDER/counts says how many notifications each rule gave. The program and the rules must be at the
same path on every worker. Needs pyspark from PyPI and Java 17.
"""
import argparse
import json
import subprocess
import threading
import zlib

from pyspark.sql import SparkSession, functions

# A line that can't be read failed its household only, and was named on standard error.
TOLERATED = (0, 1)


def lines_of(session, paths):
    """(household, time, place in the archive, line) for each line of the archive."""
    if all(path.rstrip("/").endswith(".parquet") for path in paths):
        rows = session.read.parquet(*paths)
        texts = rows.select(functions.to_json(functions.struct(*rows.columns)).alias("value"))
    else:
        texts = session.read.text(paths)
    member = lambda name: functions.get_json_object("value", f"$.{name}")
    time = functions.coalesce(member("observedAt"), member("time"), member("date"), functions.lit(""))
    keyed = texts.select(functions.coalesce(member("household"), functions.lit("")), time, "value")
    return keyed.rdd.zipWithIndex().map(lambda row: ((row[0][0], row[0][1], row[1]), row[0][2]))


def evaluated(command):
    """What one program a partition writes for its lines: ((household, place), notification)."""
    def run(entries):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            def feed():
                with program.stdin as stream:
                    for _, line in entries:
                        stream.write(line.encode() + b"\n")
            feeder = threading.Thread(target=feed)
            feeder.start()
            for place, line in enumerate(program.stdout):
                text = line.decode().rstrip("\n")
                yield (json.loads(text)["household"], place), text
            feeder.join()
        if program.returncode not in TOLERATED:
            raise RuntimeError(f"{command[0]} ended with status {program.returncode}")
    return run


def rule_of(text):
    rule = json.loads(text)["data"].get("rule")
    return rule["id"] if rule else "(several)"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", nargs="+")
    parser.add_argument("--rules", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--program", default="saldovakt")
    parser.add_argument("--partitions", type=int, default=64)
    parser.add_argument("--master", default="local[*]")
    options = parser.parse_args()
    session = SparkSession.builder.master(options.master).appName("saldovakt").getOrCreate()
    command = [options.program, "eval", "--by", "household", "--rules", options.rules]
    notifications = (
        lines_of(session, options.archive)
        .repartitionAndSortWithinPartitions(
            options.partitions, lambda key: zlib.crc32(key[0].encode()))
        .mapPartitions(evaluated(command))
        .persist())
    notifications.sortByKey().values().saveAsTextFile(f"{options.out}/notifications")
    counts = notifications.map(lambda entry: (rule_of(entry[1]), 1)).reduceByKey(lambda a, b: a + b)
    (counts.sortByKey().map(lambda entry: json.dumps({"rule": entry[0], "count": entry[1]}))
     .coalesce(1).saveAsTextFile(f"{options.out}/counts"))
    session.stop()


if __name__ == "__main__":
    main()
