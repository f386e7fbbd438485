"""The rows of the bench on delivery: notices to one receiver, and to one that never answers.

The receiver is a C program beside this file that keeps up with all; it refuses one id of a hundred the
first time and counts every id once. saldovakt delivers out of its durable outbox and signs each
request; the others post the same bodies, store nothing and sign nothing. Figures are notices per CPU
second of the whole process, for saldovakt of taking, sending and marking.
"""
import pathlib
import resource
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VENV = HERE.parent.parent / ".build/venv/bin/python"
# Where nobody listens.
DEAD = "http://127.0.0.1:9/hook"


class Delivery:
    """Sends so many notices with every program that is there."""

    header = ("delivery", "figure", "judge", "note")

    def __init__(self, program, folder, count):
        self.program = pathlib.Path(program).resolve().parent / "DeliveryBench"
        self.folder, self.count = pathlib.Path(folder), count
        self.rows = []

    def measure(self):
        receiver = build(self.folder)
        if not receiver or not self.program.exists():
            missing = "compiler" if not receiver else self.program.name
            self.rows.append(("delivery", "–", "", f"not measured: no {missing}"))
            return
        body = subprocess.run([self.program, "body"], stdout=subprocess.PIPE, check=True).stdout
        (self.folder / "body.json").write_bytes(body.rstrip(b"\n"))
        for name, command in self.commands():
            if command:
                self.live(name, receiver, command)
        self.dead()

    def commands(self):
        yield "saldovakt, from the outbox", lambda url: [
            self.program, "live", self.folder / "outbox", url, self.count]
        curl = shutil.which("curl")
        yield "curl --parallel", curl and (lambda url: [
            curl, "--parallel", "--parallel-max", "32", "--config", self.config(url)])
        has_aiohttp = VENV.exists() and subprocess.run(
            [VENV, "-c", "import aiohttp"], stderr=subprocess.DEVNULL, check=False).returncode == 0
        yield "aiohttp", has_aiohttp and (lambda url: [
            VENV, HERE / "post.py", url, self.folder / "body.json", self.count])

    def live(self, name, receiver, command):
        judge = subprocess.Popen([receiver], stdout=subprocess.PIPE, text=True)
        url = f"http://127.0.0.1:{judge.stdout.readline().strip()}/hook"
        words = [str(word) for word in command(url)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        judge.terminate()
        found = judge.communicate()[0].split()
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        note = ""
        if words[1] == "live":
            own = figures(output)
            seconds, note = own["deliver-cpu"] / 1e6, f"{self.rate(own['deliver'] / 1e6)} by the clock"
        verdict = f"{found[1]} ids of {self.count}, {found[5]} refused once"
        self.rows.append((name, self.rate(seconds), verdict, note))

    def rate(self, seconds):
        return f"{self.count / max(seconds, 1e-6) / 1000:,.1f} k/s"

    def dead(self):
        count = 10 * self.count
        output = subprocess.run(
            [self.program, "dead", self.folder / "dead", DEAD, str(count)],
            stdout=subprocess.PIPE, text=True, check=True).stdout
        own = figures(output)
        self.rows.append((
            f"{count:,} notices nobody takes",
            f"{own['before'] / 1024:.1f} → {own['after'] / 1024:.1f} MB private",
            f"{own['waiting']} entries wait", f"they stand for {own['told']:,}"))

    def config(self, url):
        """What curl is to send: each request with an id, tried again when it is refused."""
        path = self.folder / "requests"
        request = "\n".join([
            f'url = "{url}"', 'header = "Content-Type: application/json"',
            'header = "webhook-id: curl-{}"', f'data-binary = "@{self.folder}/body.json"',
            'output = "/dev/null"', "retry = 3", "retry-delay = 1", "silent"])
        path.write_text("\nnext\n".join(
            request.replace("{}", str(number)) for number in range(self.count)))
        return path


def figures(output):
    return {name: int(figure) for name, figure in map(str.split, output.splitlines())}


def build(folder):
    """The receiver, or nothing where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)
    if not compiler:
        return None
    program = pathlib.Path(folder) / "receiver"
    subprocess.run([compiler, "-O2", "-o", program, HERE / "receiver.c"], check=True)
    return program


if __name__ == "__main__":
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        delivery = Delivery(sys.argv[1], folder, int(sys.argv[2]))
        delivery.measure()
        for row in delivery.rows:
            print("  ".join(row))
