"""Ends with 0 if the server in this container serves: Docker's health check.

It asks over HTTP, and over TLS if the environment names a certificate. Whom that is of does not
matter: the server is the one in the same container. If clients need a certificate too, it shows the
server's own, which the authority of the clients must then have issued.
"""

import json
import os
import ssl
import sys
from http.client import HTTPConnection, HTTPException, HTTPSConnection

TIMEOUT = 1.5  # seconds; Docker waits for 2
OF_ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # to ask a server that listens on all addresses


def connection() -> HTTPConnection:
    """To the HTTP port, by the same settings in the environment as the server's."""
    listening = os.environ.get("COVERT_BOTS_HOST", "").strip("[]") or "127.0.0.1"
    host = OF_ALL.get(listening, listening)
    port = int(os.environ.get("COVERT_BOTS_HTTP_PORT", "8080"))
    certificate = os.environ.get("COVERT_BOTS_TLS_CERT")
    if not certificate:
        return HTTPConnection(host, port, timeout=TIMEOUT)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if os.environ.get("COVERT_BOTS_TLS_CLIENT_CA"):
        context.load_cert_chain(certificate, os.environ["COVERT_BOTS_TLS_KEY"])
    return HTTPSConnection(host, port, timeout=TIMEOUT, context=context)


def status() -> str:
    """Return the status that the server gives for itself as a whole."""
    asking = connection()
    headers = {"content-type": "application/json"}
    asking.request("POST", "/grpc.health.v1.Health/Check", "{}", headers)
    return str(json.load(asking.getresponse()).get("status"))


try:
    answer = status()
except (OSError, HTTPException, ValueError) as error:
    sys.exit(f"no answer: {error}")
sys.exit(None if answer == "SERVING" else answer)
