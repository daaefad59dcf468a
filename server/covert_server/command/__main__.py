"""`python -m covert_server.command` is `covert-bots`."""

from covert_server.command import main

main()
