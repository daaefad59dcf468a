"""The Connect protocol, <https://connectrpc.com/docs/protocol>: the same calls over HTTP/1.1."""
