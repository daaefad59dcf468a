"""A hint for a saved position, from a server at port 50051 (`covert-bots serve`).

Run it in the folder of the checkout: python examples/hint.py
"""

from google.protobuf.json_format import Parse

from covertbots.client import Client
from covertbots.v1.view_pb2 import View

with open("examples/views/place.json") as file, Client("localhost:50051") as client:
    print(client.suggest_move(Parse(file.read(), View())).suggestion.turn_in_words)
