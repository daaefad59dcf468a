"""A game of Covert Action at a table of the server at port 50051 (`covert-bots serve --tables`).

The person at this table always takes the first action there is; three bots play beside her.
"""

from covertbots.client import Client
from covertbots.v1.covert_action_pb2 import CovertActionSetup
from covertbots.v1.tables_pb2 import SeatPlan

SEATS = [SeatPlan(host="Ann"), *[SeatPlan(bot="greedy")] * 3]

with Client("localhost:50051") as client:
    table = client.create_table(SEATS, CovertActionSetup(), seed=8)
    name, token, after = table.table, table.seat_token, 0
    with client.watch_table(name, token) as watched:
        for shown in watched:
            for news in shown.news:
                after = news.number
                for event in news.moment.events:
                    print(event.words)
            deciding = shown.table.to_decide
            if after == shown.table.news and deciding.legal_actions:
                client.act(name, token, after, deciding.legal_actions[0])
    winners = [shown.table.seats[seat].name for seat in shown.table.result.winners]
    print("Winners:", ", ".join(winners))
