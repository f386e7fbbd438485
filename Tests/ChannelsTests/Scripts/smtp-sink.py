"""A mail server on loopback that checks STARTTLS and AUTH and writes down what it got (aiosmtpd).

    smtp-sink.py [CERTIFICATE KEY]      with both: STARTTLS and a login are demanded
    smtp-sink.py --late                 greets after 2.5 seconds
    smtp-sink.py --full                 lets no connection come about: its queue is full

Prints "listening on PORT", then one JSON line per mail. The recipient chooses the reply:
reject@ 550, later@ 451, full@ 552 after the message, small@ 552 if it has an attachment, hang@ none
after the message (and "hanging" is printed), noquit@ none to QUIT; anything else 250. The login is
vakt / hemmelig.
"""
import asyncio
import json
import socket
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult


class Sink:
    async def handle_RCPT(self, server, session, envelope, address, options):
        who = address.split("@")[0]
        if who == "reject":
            return "550 5.1.1 no such mailbox"
        if who == "later":
            return "451 4.7.1 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if any(address.startswith("hang@") for address in envelope.rcpt_tos):
            print("hanging", flush=True)
            await asyncio.Event().wait()
        session.answers_quit = not any(a.startswith("noquit@") for a in envelope.rcpt_tos)
        if any(address.startswith("full@") for address in envelope.rcpt_tos):
            return "552 5.2.2 mailbox full"
        message = message_from_bytes(envelope.content, policy=policy.default)
        attachments = list(message.iter_attachments())
        if attachments and any(address.startswith("small@") for address in envelope.rcpt_tos):
            return "552 5.3.4 message too big"
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "hello": session.host_name,
            "tls": session.ssl is not None, "auth": getattr(session, "auth_data", None) is not None,
            "headers": {name: str(value) for name, value in message.items()},
            "names": list(message.keys()), "defects": [str(d) for d in message.defects],
            "body": message.get_body(("plain",)).get_content(),
            "attachments": [
                {"name": part.get_filename(), "type": part.get_content_type(), "text": part.get_content()}
                for part in attachments],
            "raw": envelope.content.decode("ascii"),
        }, ensure_ascii=False), flush=True)
        return "250 2.0.0 queued"

    async def handle_QUIT(self, server, session, envelope):
        if not getattr(session, "answers_quit", True):
            await asyncio.Event().wait()
        return "221 2.0.0 bye"


def login(server, session, envelope, mechanism, data):
    is_right = (data.login, data.password) == (b"vakt", b"hemmelig")
    return AuthResult(success=is_right, handled=False, auth_data=data.login if is_right else None)


context = None
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])


class LateSMTP(SMTP):
    def connection_made(self, transport):
        asyncio.get_running_loop().call_later(2.5, super().connection_made, transport)


def protocol():
    return (LateSMTP if "--late" in sys.argv else SMTP)(
        Sink(), hostname="sink.example", tls_context=context, require_starttls=bool(context),
        authenticator=login, auth_required=bool(context), auth_require_tls=bool(context))


def refuse_connections():
    with socket.socket() as listener, socket.socket() as first:
        listener.bind(("127.0.0.1", 0))
        # One connection fills the queue; the kernel drops the packets of all others.
        listener.listen(0)
        first.connect(listener.getsockname())
        print("listening on", listener.getsockname()[1], flush=True)
        sys.stdin.read()


async def main():
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    print("listening on", server.sockets[0].getsockname()[1], flush=True)
    # Lives as long as the test that started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if "--full" in sys.argv:
    refuse_connections()
else:
    asyncio.run(main())
