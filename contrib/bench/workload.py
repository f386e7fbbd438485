"""The rules and the lines that the bench on evaluation gives to every program."""
import json
import sys


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


def figures(count):
    """Balances in minor units, the same as limits.cpp and EvaluationBench make."""
    state, made = 12345, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        made.append(state >> 40)
    return made


def report_rate(evaluations, seconds):
    print(f"{int(evaluations / seconds)} evaluations/s", file=sys.stderr)
