"""`python -m covert_command` is `covert-bots`."""

from covert_command import main

main()
