"""Holds requests against the services' documented shapes and against what Apprise sends.

Each line of standard input is {"format", "method", "url", "headers", "body"}; each answer a line:
"ok" or what is wrong. The shapes are in schemas.json; Apprise (PyPI) never gets to send anything.
"""
import json
import pathlib
import sys
import unittest.mock
import urllib.parse

import apprise
import jsonschema
import requests

SCHEMAS = json.loads((pathlib.Path(__file__).parent / "schemas.json").read_text())

# The same destinations as Apprise writes them, and the fields that both have to send.
DESTINATIONS = {
    "mattermost": ("mmosts://chat.example/3ccdd113474722377935511fc85d3dd4", ["text"]),
    "discord": ("discord://" + "1" * 18 + "/" + "x" * 64 + "?footer=no&format=text", []),
    "telegram": ("tgram://123456789:abcdefg_hijklmnop/12345", ["chat_id", "text"]),
    "ntfy": ("ntfys://ntfy.sh/topic?mode=private", ["topic", "title", "message"]),
    "gotify": ("gotifys://gotify.example/abcdefghijklmno", ["title", "message", "priority"]),
    "pushover": ("pover://" + "u" * 30 + "@" + "t" * 30, ["token", "user", "title", "message"]),
    "zulip": ("zulip://bot@org/" + "a" * 32 + "/stream", ["type", "to", "content"]),
    "teams": ("workflow://prod.westeurope.logic.azure.com:443/WORKFLOWID/SIGNATURE", ["type", "attachments"]),
    "google-chat": ("gchat://S/key/token", []),
}


def fields(body, content_type):
    if "form" in content_type:
        return dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
    return json.loads(body)


def captured(destination):
    """The request that Apprise would send."""
    answer = unittest.mock.Mock(status_code=200, content=b'{"ok":true,"id":1,"status":1}', headers={})
    with unittest.mock.patch.object(requests, "post", return_value=answer) as post:
        apprise.Apprise.instantiate(destination).send(
            body="text", title="title", notify_type=apprise.NotifyType.INFO)
    call = post.call_args
    data = call.kwargs.get("json") or call.kwargs.get("data") or {}
    if isinstance(data, (bytes, str)):
        data = json.loads(data)
    url = call.args[0] if call.args else call.kwargs["url"]
    names = {name.lower() for name in call.kwargs.get("headers", {})}
    return url, names | ({"authorization"} if call.kwargs.get("auth") else set()), data


def shape(url):
    """The host and how many parts the path has, with those that every address shares."""
    parts = urllib.parse.urlsplit(url)
    words = [p for p in parts.path.split("/") if p]
    return parts.hostname, len(words), words[:1]


def problems(request):
    kind = request["format"]
    headers = {name.lower(): value for name, value in request["headers"]}
    sent = fields(request["body"], headers["content-type"])
    if kind in SCHEMAS:
        validator = jsonschema.Draft202012Validator(SCHEMAS[kind])
        yield from (error.message for error in validator.iter_errors(sent))
    if kind not in DESTINATIONS:
        return
    destination, shared = DESTINATIONS[kind]
    url, names, theirs = captured(destination)
    for name in shared:
        if name not in theirs:
            yield "Apprise does not send %s" % name
        if name not in sent:
            yield "%s is missing" % name
    for name in ("authorization", "x-gotify-key"):
        # Apprise has no token of ntfy here, and signs in to Pushover twice.
        if kind not in ("ntfy", "pushover") and (name in names) != (name in headers):
            yield "%s is sent by one of the two only" % name
    ours, other = shape(request["url"]), shape(url)
    if kind not in ("zulip", "teams") and ours[0] != other[0]:
        yield "another host: %s" % other[0]
    if kind not in ("telegram",) and ours[2] != other[2]:
        yield "another path: %s" % url
    if kind not in ("teams",) and ours[1] != other[1]:
        yield "another path: %s" % url


for line in sys.stdin:
    found = list(problems(json.loads(line)))
    print("ok" if not found else "wrong: %s" % "; ".join(found), flush=True)
