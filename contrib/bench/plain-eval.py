"""What a user could write by hand instead of `saldovakt eval`; used by the bench beside it."""
import json
import re
import sys

SENTENCE = re.compile(r"new debit over (\d+)(?: at '([^']*)')?")


def main():
    rules = []
    for rule in json.load(open(sys.argv[1], encoding="utf-8"))["rules"]:
        limit, merchant = SENTENCE.fullmatch(rule["when"]).groups()
        rules.append((rule["id"], -float(limit), merchant))
    counts = {rule[0]: 0 for rule in rules}
    for line in sys.stdin:
        event = json.loads(line)
        amount, text = float(event["amount"]), event["text"]
        for name, limit, merchant in rules:
            if amount < limit and (merchant is None or merchant == text):
                counts[name] += 1
    for name, count in counts.items():
        print(json.dumps({"rule": name, "count": count}))


main()
