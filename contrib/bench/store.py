"""The rows of the bench on the finance store: what polls without news write, and what readers wait for.

The library is called by `StoreBench`, a small program beside this file.
"""
import pathlib
import sqlite3
import subprocess

PORTION = 50


class Store:
    """Fills a store and measures it."""

    header = ("finance store", "figure", "note")

    def __init__(self, program, folder, rows):
        self.program = pathlib.Path(program).resolve().parent / "StoreBench"
        self.folder, self.count = pathlib.Path(folder), rows
        self.rows = []

    def measure(self):
        if not self.program.exists():
            self.rows.append(("finance store", "–", f"not measured: no {self.program.name} built"))
            return
        full = self.folder / "full"
        self.bench("fill", full, self.count)
        walk = self.bench("pages", full)
        self.growth(full)
        self.size(full / "saldovakt.sqlite")
        self.rows.append(("page of 500 of a history", f"{walk['page']:.2f} ms ({walk['page-cpu']:.2f} CPU)",
                          "reach: 2 ms"))

    def growth(self, folder):
        """What a bank without news makes the database grow by, and on the first poll of a day."""
        path = folder / "saldovakt.sqlite"
        self.bench("silence", folder, 1, 0, 0)
        before, size = rows(path), path.stat().st_size
        self.bench("silence", folder, PORTION, 0, 1)
        grown = difference(before, rows(path))
        self.rows.append((f"rows that {PORTION} polls without news add", words(grown),
                          f"reach: 0; the file grew by {path.stat().st_size - size} B"))
        before = rows(path)
        self.bench("silence", folder, PORTION, 1, 0)
        grown = difference(before, rows(path))
        self.rows.append((f"  the same {PORTION} on the day after", words(grown),
                          "reach: the keep-alive of each of 10 accounts, with its history"))

    def bench(self, *arguments):
        output = subprocess.run([str(self.program), *map(str, arguments)], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        return {name: float(figure) for name, figure in map(str.split, output.splitlines())}

    def size(self, path):
        base = sqlite3.connect(path)
        pages = dict(base.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
        history = sum(size for name, size in pages.items() if name.startswith("change"))
        total = sum(pages.values())
        base.close()
        self.rows.append((f"file per transaction, {self.count:,} stored",
                          f"{total / self.count:.0f} B", f"{history / self.count:.0f} B history"))


def rows(path):
    base = sqlite3.connect(path)
    tables = [name for name, in base.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    counts = {name: base.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    base.close()
    return counts


def difference(before, after):
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def words(grown):
    return ", ".join(f"{count} {name}" for name, count in grown.items()) or "0"
