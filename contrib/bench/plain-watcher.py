"""What a user could write by hand instead of saldovakt: polls, compares, posts a webhook.

It keeps its state in SQLite, as durable as saldovakt's. Used by the bench beside it.

    plain-watcher.py STATE INTERVAL
"""
import base64
import json
import os
import sqlite3
import sys
import time
import urllib.parse
import urllib.request

UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}


def seconds(text):
    digits = text.rstrip("msh")
    return int(digits) * UNITS[text[len(digits):]]


def call(url, headers, body=None):
    request = urllib.request.Request(url, body, headers)
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def token():
    parts = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
    pair = ":".join(urllib.parse.quote(part, safe="") for part in parts)
    headers = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode(),
               "Content-Type": "application/x-www-form-urlencoded"}
    answer = call(os.environ["BANK"] + "/identityserver/connect/token", headers,
                  b"grant_type=client_credentials")
    return json.loads(answer)["access_token"]


def opened(path):
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("CREATE TABLE IF NOT EXISTS firing (account TEXT PRIMARY KEY)")
    base.execute("CREATE TABLE IF NOT EXISTS seen (day TEXT, amount REAL, text TEXT, UNIQUE (day, amount, text))")
    base.execute("CREATE TABLE IF NOT EXISTS poll (at REAL)")
    return base


def main():
    base, interval = opened(sys.argv[1]), seconds(sys.argv[2])
    headers = {"Authorization": "Bearer " + token(), "Accept": "application/json"}
    api = os.environ["BANK"] + "/apibeta/api/v2"
    while True:
        accounts = json.loads(call(api + "/Accounts", headers))["items"]
        rows = []
        for account in accounts:
            rows += json.loads(call(f"{api}/Transactions/{account['accountId']}", headers))["items"]
        is_first = not base.execute("SELECT count(*) FROM poll").fetchone()[0]
        firing = {name for name, in base.execute("SELECT account FROM firing")}
        seen = set(base.execute("SELECT day, amount, text FROM seen"))
        low = {account["accountId"] for account in accounts if account["balance"] < 1_000_000}
        keys = {(row["accountingDate"], row["amount"], row["text"]) for row in rows}
        news = len(low - firing) + (0 if is_first else sum(key[1] < -500 for key in keys - seen))
        with base:
            base.executemany("INSERT INTO firing VALUES (?)", [(name,) for name in low - firing])
            base.executemany("DELETE FROM firing WHERE account = ?", [(name,) for name in firing - low])
            base.executemany("INSERT INTO seen VALUES (?, ?, ?)", keys - seen)
            base.execute("DELETE FROM poll")
            base.execute("INSERT INTO poll VALUES (?)", (time.time(),))
        if news:
            call(os.environ["HOOK"], {"Content-Type": "application/json"}, b'{"news":%d}' % news)
        print('{"event":"polled"}', flush=True)
        time.sleep(interval)


main()
