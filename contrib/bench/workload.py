"""The lines and rules that the bench on evaluation gives to every program.

Lines are varied by seed: customers of a bank with favourite shops, amounts with a long tail, days in
order, reservations that are booked days later. A bare line is an event by itself (a reservation and
its booking are two lines with a status each), so no program has to match one with the other.

A rule is a sentence for saldovakt and beside it the same as plain data for the other programs.
"""
import datetime
import json
import math
import random

FIRST_DAY = datetime.date(2026, 1, 1)
DAYS = 336
# Chains with how many shops, and the ISO 18245 code of their trade.
CHAINS = (
    ("REMA 1000", 240, "5411"), ("KIWI", 220, "5411"), ("BAKERI", 110, "5462"), ("KAFE", 180, "5812"),
    ("BURGERBAR", 120, "5814"), ("CIRCLE K", 140, "5541"), ("APOTEK", 110, "5912"),
    ("KLESBUTIKK", 160, "5651"), ("BYGGEVARE", 90, "5200"), ("KINO", 60, "7832"),
    ("FLYPLASS KIOSK", 40, "5994"), ("STRØMMEAVGIFT", 130, "4899"),
)
GROUPS = {
    "groceries": ("5411", "5422", "5441", "5451", "5462", "5499"), "restaurants": ("5811", "5812", "5814"),
    "fuel": ("5541", "5542", "5552"), "digital": ("5815", "5816", "5817", "5818", "4899"),
}
# Types with their share of all lines, and what the language calls them.
TYPES = (("pointOfSale", 72, "point of sale"), ("billPayment", 9, "bill payment"),
         ("directDebit", 5, "direct debit"), ("atm", 4, "atm"), ("transfer", 4, "transfer"),
         ("fee", 2, "fee"), ("directDeposit", 4, None))
SHOPS = [(f"{name} {number:04}", code) for name, count, code in CHAINS for number in range(count)]


def account(number):
    return f"acc-{number:06}"


def amount(chance, spread=1.1):
    """Øre; half of all below 200 kr, one in a hundred above 2,600 kr."""
    return max(100, int(100 * math.exp(5.3 + spread * chance.gauss(0, 1))))


def limit(chance, low, high):
    """Kroner that so many standard deviations lie below."""
    return int(math.exp(5.3 + 1.1 * chance.uniform(low, high)))


class Customers:
    """Some accounts, each with its favourite shops; active ones and quiet ones."""

    def __init__(self, count, chance):
        self.chance = chance
        self.weights = [chance.paretovariate(1.2) for _ in range(count)]
        total = 0
        self.sums = [total := total + min(weight, 20) for weight in self.weights]
        self.favourites = [chance.sample(range(len(SHOPS)), 8) for _ in range(count)]
        self.numbers = range(count)

    def any(self):
        return self.chance.choices(self.numbers, cum_weights=self.sums)[0]

    def shop(self, number):
        if self.chance.random() < 0.7:
            return SHOPS[self.chance.choice(self.favourites[number])]
        return self.chance.choice(SHOPS)


def transactions(count, accounts, seed):
    """Lines in the order of their days."""
    chance = random.Random(f"lines {seed}")
    customers = Customers(accounts, chance)
    kinds, shares = [kind for kind, _, _ in TYPES], [share for _, share, _ in TYPES]
    booked = [[] for _ in range(DAYS + 4)]
    for number in range(count):
        day = number * DAYS // count
        if booked[day] and chance.random() < 0.5:
            yield {**booked[day].pop(), "date": (FIRST_DAY + datetime.timedelta(day)).isoformat()}
            continue
        own = customers.any()
        kind = chance.choices(kinds, shares)[0]
        money = amount(chance)
        row = {"account": account(own), "amount": money, "text": kind.upper(), "type": kind,
               "date": (FIRST_DAY + datetime.timedelta(day)).isoformat()}
        if kind == "directDeposit":
            row["amount"], row["text"] = money * 50, "LØNN"
        else:
            row["amount"] = -money
        if kind == "pointOfSale":
            shop, code = customers.shop(own)
            row["text"] = shop
            if chance.random() < 0.6:
                # The bank names merchant and trade when it books.
                later = dict(row, status="booked", merchant=shop, mcc=code)
                booked[day + chance.randint(1, 3)].append(later)
                row["status"] = "pending"
            else:
                row.update(merchant=shop, mcc=code)
        yield row


def write_transactions(path, count, accounts, seed):
    with open(path, "w", encoding="utf-8") as lines:
        for row in transactions(count, accounts, seed):
            cents = row["amount"]
            row["amount"] = f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
            lines.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_balances(path, count, accounts, seed):
    """Answers of a bank that each tell the balance of one account, some seconds apart."""
    chance = random.Random(f"balances {seed}")
    customers = Customers(accounts, chance)
    balances = [chance.randint(0, 5_000_000) for _ in customers.numbers]
    start = datetime.datetime(2026, 1, 1)
    with open(path, "w", encoding="utf-8") as lines:
        for number in range(count):
            own = customers.any()
            move = amount(chance)
            balances[own] += move * 2 if balances[own] < 300_000 and chance.random() < 0.5 else -move
            cents = balances[own]
            text = f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
            instant = (start + datetime.timedelta(seconds=5 * number)).isoformat() + "Z"
            lines.write(
                f'{{"observedAt":"{instant}","source":"bank","outcome":"partial","accounts":'
                f'[{{"id":"{account(own)}","name":"{account(own)}","kind":"asset","currency":"NOK",'
                f'"booked":"{text}","available":"{text}"}}],"transactions":[]}}\n')


def event_rules(count, accounts, seed):
    """Rules on new transactions: accounts, merchants, categories, texts, types, states, or an amount."""
    chance = random.Random(f"events {seed}")
    for number in range(count):
        shape, where = number % 12, {"direction": "debit"}
        noun, rest = "debit", ""
        own, (shop, _) = account(chance.randrange(accounts)), chance.choice(SHOPS)
        over = limit(chance, 2.9, 3.7)
        if shape == 0:
            over, where["account"], rest = limit(chance, 1.2, 2), own, f" on '{own}'"
        elif shape == 1:
            noun, over, where["type"], where["texts"] = "purchase", limit(chance, 1, 2), "pointOfSale", [shop]
            rest = f" at '{shop}'"
        elif shape == 2:
            group = chance.choice(list(GROUPS))
            noun, where["type"], where["codes"] = "purchase", "pointOfSale", GROUPS[group]
            rest = f" in category {group}"
        elif shape == 3:
            where["contains"] = chance.choice(["FLYPLASS", "AVGIFT", "BAR", f"{number % 90:04}", "KIWI 00"])
            rest = f" containing '{where['contains']}'"
        elif shape == 4:
            kind, _, words = chance.choice(TYPES[:6])
            where["type"], rest = kind, f" of type {words}"
        elif shape == 5:
            noun, where["status"] = "pending debit", "pending"
        elif shape == 6:
            chain = chance.choice(CHAINS)[0]
            noun, where["type"], where["status"] = "booked purchase", "pointOfSale", "booked"
            where["starts"], rest = chain, f" at '{chain}*'"
        elif shape == 7:
            noun, over, where["direction"] = "credit", limit(chance, 4, 6), "credit"
            where["account"], rest = own, f" on '{own}'"
        elif shape == 8:
            noun, where["type"] = "withdrawal", "atm"
        elif shape == 9:
            (other, _), over = chance.choice(SHOPS), limit(chance, 0, 1)
            where["texts"], rest = [shop, other], f" at '{shop}' or '{other}'"
        elif shape == 10:
            code = chance.choice(CHAINS)[2]
            noun, where["codes"], rest = "transaction", (code,), f" in category {code}"
            del where["direction"]
        where["over"] = over
        yield rule(number, f"new {noun} over {over}{rest}"), where


def window_rules(count, accounts, seed):
    """Rules on sums and counts over days, of each account and of one."""
    chance = random.Random(f"windows {seed}")
    for number in range(count):
        shape, own = number % 8, account(chance.randrange(accounts))
        where = {"measure": "spending", "days": 7, "account": None}
        on, span, what = " on each account", "in the last 7 days", "spending"
        over = chance.randint(15, 80) * 100
        if shape == 1:
            where["days"], span, over = "month", "this month", over * 3
        elif shape == 2:
            chain = chance.choice(CHAINS[:6])[0]
            where.update(days="month", starts=chain)
            what, span, over = f"spending at '{chain}*'", "this month", over // 2
        elif shape == 3:
            group = chance.choice(list(GROUPS))
            where.update(days=30, codes=GROUPS[group])
            what, span, over = f"spending in category {group}", "in the last 30 days", over // 2
        elif shape == 4:
            where["measure"], what, over = "purchases", "number of purchases", chance.randint(8, 20)
        elif shape == 5:
            where.update(days="month", account=own)
            on, span, over = f" on '{own}'", "this month", over
        elif shape == 6:
            where.update(days="month", measure="income")
            what, span, over = "income", "this month", over * 10
        elif shape == 7:
            where["account"], on = own, f" on '{own}'"
        where["over"] = over
        yield rule(number, f"{what}{on} {span} is over {over}"), where


def level_rules(count, accounts, seed):
    """Rules on balances, of each account and of one."""
    chance = random.Random(f"levels {seed}")
    for number in range(count):
        own, under = account(chance.randrange(accounts)), chance.randint(100, 20_000)
        figure = ("balance", "available")[number % 2]
        where = {"under": under, "account": own if number % 3 == 0 else None}
        on = f"on '{own}'" if where["account"] else "on each account"
        yield rule(number, f"{figure} {on} is under {under}"), where


def rule(number, when):
    return {"id": f"r{number}", "when": when, "notify": ["terminal"]}


def write_rules(folder, rules):
    """`rules.json` for saldovakt, `conditions.json` for the others."""
    rules = list(rules)
    (folder / "rules.json").write_text(
        json.dumps({"version": 1, "rules": [rule for rule, _ in rules]}), encoding="utf-8")
    (folder / "conditions.json").write_text(
        json.dumps([{"id": rule["id"], **where} for rule, where in rules]), encoding="utf-8")
    return len(rules)


def mixed_rules(count, accounts, seed):
    """Rules of all kinds."""
    kinds = [make(count, accounts, seed) for make in (event_rules, window_rules, level_rules)]
    for number in range(count):
        one, where = next(kinds[number % 3])
        yield {**one, "id": f"r{number}"}, where
