"""Checks requests from standard input with the reference library of Standard Webhooks.

Each line is {"secret", "body", "headers"}; each answer a line, "ok" or why not.
"""
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

for line in sys.stdin:
    request = json.loads(line)
    try:
        Webhook(request["secret"]).verify(request["body"], request["headers"])
        print("ok", flush=True)
    except WebhookVerificationError as error:
        print("refused: %s" % error, flush=True)
