"""Who may call, how much, and over what: TLS, tokens, quotas, and limits of each client."""
