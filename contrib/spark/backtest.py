#!/usr/bin/env python3
"""Tries rules on the archive of many households: `saldovakt eval --by household` on Spark.

    contrib/spark/backtest.py --rules rules.json --out FOLDER ARCHIVE…
        [--program saldovakt] [--partitions 64] [--master spark://HOST:7077]

ARCHIVE is NDJSON, or Parquet with the same members as columns: lines as for `saldovakt eval`, each with its
"household". FOLDER/notifications has the notifications, ordered by household and time, in as many files
as there are partitions; one after the other they are the same bytes for any number of partitions.
FOLDER/counts says how many notifications each rule gave. The program and the rules must be at the
same path on every worker. Needs pyspark from PyPI and Java 17: contrib/install-dependencies --spark.

A line that can't be used fails its household only. It is named on standard error with its number in the
archive, which counts the lines of all files, one after the other; status 1 then. Status 2 is for options,
4 for what is missing or can't be read.
"""
import argparse
import array
import glob
import json
import os
import re
import subprocess
import sys
import threading
import zlib

try:
    from pyspark.sql import SparkSession, functions
except ImportError:
    SparkSession = None

# Status 1: a line can't be used.
TOLERATED = (0, 1)
MOST_NAMED = 20


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
    """What one program a partition writes for its lines: (is_error, key, text).

    The key of a notification is (household, place), that of an error the line's number in the archive.
    """
    def run(entries):
        numbers = array.array("q")
        errors = []
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with subprocess.Popen(command, **pipes) as program:
            def feed():
                with program.stdin as stream:
                    for (_, _, index), line in entries:
                        numbers.append(index + 1)
                        stream.write(line.encode() + b"\n")
            threads = [threading.Thread(target=feed),
                       threading.Thread(target=lambda: errors.extend(program.stderr))]
            for thread in threads:
                thread.start()
            for place, line in enumerate(program.stdout):
                text = line.decode().rstrip("\n")
                yield False, (json.loads(text)["household"], place), text
            for thread in threads:
                thread.join()
        text = b"".join(errors).decode(errors="replace")
        if program.returncode not in TOLERATED:
            raise RuntimeError(f"{command[0]} ended with status {program.returncode}: {text}")
        for number, rest in re.findall(r"^-:(\d+)(.*(?:\n +.*)*)", text, re.MULTILINE):
            number = numbers[int(number) - 1]
            yield True, number, f"archive:{number}{rest}"
    return run


def rule_of(text):
    rule = json.loads(text)["data"].get("rule")
    return rule["id"] if rule else "(several)"


def fail(problem, fix):
    """Ends with status 4: something is missing or can't be read."""
    print(f"backtest: error: {problem}\n  fix: {fix}", file=sys.stderr)
    sys.exit(4)


def check(parser, options, command):
    """Ends with an error that can be read where Spark would end with a trace of Java."""
    if options.partitions < 1:
        parser.error(f"--partitions takes a number from 1: {options.partitions}")
    if SparkSession is None:
        fail("pyspark is missing", "run contrib/install-dependencies --spark, then this with .build/venv/bin/python")
    for path in options.archive:
        # Other file systems, such as hdfs://, are Spark's to look into.
        if "://" not in path and not glob.glob(path):
            fail(f"there is no archive '{path}'", "check the path")
    if os.path.exists(options.out):
        parser.error(f"the folder '{options.out}' is there already; remove it, or name another one")
    try:
        program = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        fail(f"the program '{options.program}' can't be started: {error}", "name it with --program")
    if program.returncode != 0:
        parser.error(f"'{' '.join(command)}' ends with status {program.returncode}:\n{program.stderr}")


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
    command = [options.program, "eval", "--by", "household", "--rules", options.rules]
    check(parser, options, command)
    session = SparkSession.builder.master(options.master).appName("saldovakt").getOrCreate()
    results = (
        lines_of(session, options.archive)
        .repartitionAndSortWithinPartitions(
            options.partitions, lambda key: zlib.crc32(key[0].encode()))
        .mapPartitions(evaluated(command))
        .persist())
    notifications = results.filter(lambda one: not one[0]).map(lambda one: one[1:])
    notifications.sortByKey().values().saveAsTextFile(f"{options.out}/notifications")
    counts = notifications.map(lambda entry: (rule_of(entry[1]), 1)).reduceByKey(lambda a, b: a + b)
    (counts.sortByKey().map(lambda entry: json.dumps({"rule": entry[0], "count": entry[1]}))
     .coalesce(1).saveAsTextFile(f"{options.out}/counts"))
    errors = results.filter(lambda one: one[0]).map(lambda one: one[1:])
    count, first = errors.count(), errors.takeOrdered(MOST_NAMED)
    session.stop()
    if count > 0:
        named = "\n".join(text for _, text in first)
        sys.exit(f"{named}\nbacktest: {count} lines could not be used")


if __name__ == "__main__":
    main()
