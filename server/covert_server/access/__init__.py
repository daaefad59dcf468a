"""Access to the server: TLS, tokens, quotas, and limits of each client."""
