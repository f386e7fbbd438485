"""What soak, storm and others share: a sandbox bank, a receiver of webhooks, a clock, and settings."""
import json
import os
import pathlib
import struct
import subprocess
import time
import urllib.request


ROOT = pathlib.Path(__file__).resolve().parents[2]
HOOK_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Receiver:
    """The receiver of contrib/receivers as a process; its log on disk is what counts."""

    def __init__(self, folder, more=None, name="received", options=()):
        """Starts it; `more` comes on top of this process's environment."""
        self.log = pathlib.Path(folder) / f"{name}.jsonl"
        self.log.touch()
        command = [
            str(ROOT / ".build/venv/bin/python"),
            str(ROOT / "contrib/receivers/webhook-receiver"),
            "--secret", HOOK_KEY, "--log", str(self.log), *options,
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(more or {})}
        )
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit("the receiver did not start: run contrib/install-dependencies --test")
        self.server_port = int(line.split()[-1])

    @property
    def notifications(self):
        """Identifier and body of every genuine webhook, in the order of arrival."""
        if self.process.returncode is None:
            # A line without its end is still being written.
            lines = self.log.read_text().split("\n")[:-1]
            entries = [json.loads(line) for line in lines]
            self.kept = [(entry["id"], entry["body"]) for entry in entries if entry["verified"]]
        return self.kept

    def stop(self):
        """Ends the receiver; what it got can still be asked for."""
        self.kept = self.notifications
        self.process.terminate()
        self.process.wait()


SCENARIO = {
    "version": 1,
    "name": "watching",
    "day": "today",
    "credentials": {"clientId": "watching", "clientSecret": "invented"},
    "accounts": [
        {
            "id": "FA4E0000000000000000000000000001",
            "number": "99990000001",
            "name": "Brukskonto",
            "balance": 900000.00,
        }
    ],
    "switches": {"reservationDelay": 0},
}


class Sandbox:
    """`saldovakt sandbox` on a free port."""

    def __init__(self, program, folder):
        scenario = pathlib.Path(folder) / "scenario.json"
        scenario.write_text(json.dumps(SCENARIO))
        command = [program, "sandbox", "--port", "0", "--scenario", str(scenario)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment(folder)
        )
        for line in self.process.stdout:
            if line.startswith("listening on "):
                self.origin = "http://127.0.0.1:" + line.split()[-1]
                return
        raise SystemExit("the sandbox did not start")

    def purchase(self, text, amount):
        """Reserves an amount at the bank, as a payment in a shop does."""
        action = {
            "action": "reserve",
            "id": text,
            "account": "Brukskonto",
            "amount": -amount,
            "text": text,
        }
        self.post("do", action)

    def post(self, path, body):
        """Moves the bank through its control addresses."""
        request = urllib.request.Request(
            f"{self.origin}/sandbox/{path}", json.dumps(body).encode(), method="POST"
        )
        urllib.request.urlopen(request).read()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Clock:
    """The two numbers that contrib/clock/virtual-clock.c reads."""

    def __init__(self, folder):
        self.library = f"{folder}/virtual-clock.so"
        source = ROOT / "contrib/clock/virtual-clock.c"
        subprocess.run(
            ["clang", "-shared", "-fPIC", "-O1", "-o", self.library, source], check=True)
        self.file = pathlib.Path(folder) / "clock"
        self.times = [int(time.time()) * 1000, 1_000_000_000]
        self.file.write_bytes(struct.pack("qq", *self.times))

    def environment(self):
        return {"LD_PRELOAD": self.library, "VIRTUAL_CLOCK": str(self.file)}

    def go_on(self, milliseconds):
        self.times = [clock + milliseconds for clock in self.times]
        with self.file.open("r+b") as file:
            file.write(struct.pack("qq", *self.times))


def environment(folder):
    """The environment of everything that is started: no desktop, and a home of its own."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "CLIENT_ID": "watching",
        "CLIENT_SECRET": "invented",
        "HOOK_KEY": HOOK_KEY,
    }


def bank(number, sandbox):
    """The settings of a sandbox; the first one is called `sandbox`."""
    return {
        "id": f"sandbox{number or ''}",
        "type": "sbanken",
        "clientId": {"env": "CLIENT_ID"},
        "clientSecret": {"env": "CLIENT_SECRET"},
        "apiURL": sandbox.origin + "/apibeta/api/v2",
        "authURL": sandbox.origin + "/identityserver/connect/token",
    }


def channel(receiver):
    """The settings of a receiver."""
    return {
        "type": "webhook",
        "url": f"http://127.0.0.1:{receiver.server_port}/hook",
        "signingSecret": {"env": "HOOK_KEY"},
    }


def write(folder, sandboxes, receivers, rules):
    """Settings and rules in a folder; gives the arguments that `watch` needs.

    Every rule notifies every receiver.
    """
    folder = pathlib.Path(folder)
    channels = {f"hook{number or ''}": channel(each) for number, each in enumerate(receivers)}
    settings = {
        "version": 1,
        "banks": [bank(number, each) for number, each in enumerate(sandboxes)],
        "channels": channels,
    }
    rules = [
        {"id": f"r{n}", "when": when, "notify": list(channels)} for n, when in enumerate(rules)
    ]
    for name, content in (("settings", settings), ("rules", {"version": 1, "rules": rules})):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(content, indent=2))
        path.chmod(0o600)
    return [
        "--rules", str(folder / "rules.json"), "--settings", str(folder / "settings.json"),
        "--state", str(folder / "state"),
    ]
