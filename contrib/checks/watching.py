"""What soak and storm share: a sandbox bank, a receiver of webhooks, and a watcher of both."""
import http.server
import json
import os
import pathlib
import subprocess
import threading
import urllib.request


class Receiver(http.server.ThreadingHTTPServer):
    """Takes webhooks and keeps every notice in the order of arrival."""

    def __init__(self):
        self.notices = []
        super().__init__(("127.0.0.1", 0), _Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """Says nothing: a client that is killed breaks its connection."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        size = int(self.headers.get("content-length", 0))
        body = self.rfile.read(size)
        if len(body) < size:
            return  # the client was killed while it sent
        self.server.notices.append((self.headers.get("webhook-id"), json.loads(body)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


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
        request = urllib.request.Request(
            self.origin + "/sandbox/do", json.dumps(action).encode(), method="POST"
        )
        urllib.request.urlopen(request).read()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def environment(folder):
    """The environment of everything that is started: no desktop, and a home of its own."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "CLIENT_ID": "watching",
        "CLIENT_SECRET": "invented",
        "HOOK_KEY": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }


def write(folder, sandbox, receiver, rules):
    """Settings and rules in a folder; gives the arguments that `watch` needs."""
    folder = pathlib.Path(folder)
    settings = {
        "version": 1,
        "banks": [
            {
                "id": "sandbox",
                "type": "sbanken",
                "clientId": {"env": "CLIENT_ID"},
                "clientSecret": {"env": "CLIENT_SECRET"},
                "apiURL": sandbox.origin + "/apibeta/api/v2",
                "authURL": sandbox.origin + "/identityserver/connect/token",
            }
        ],
        "channels": {
            "hook": {
                "type": "webhook",
                "url": f"http://127.0.0.1:{receiver.server_port}/hook",
                "signingSecret": {"env": "HOOK_KEY"},
            }
        },
    }
    rules = [{"id": f"r{n}", "when": when, "notify": ["hook"]} for n, when in enumerate(rules)]
    for name, content in (("settings", settings), ("rules", {"version": 1, "rules": rules})):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(content, indent=2))
        path.chmod(0o600)
    return [
        "--rules", str(folder / "rules.json"), "--settings", str(folder / "settings.json"),
        "--state", str(folder / "state"),
    ]
