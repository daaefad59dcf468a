// Making a table.

import type {
  CreateTableRequestJson,
  CreateTableResponseJson,
} from "../generated/covertbots/v1/tables_pb";
import { call } from "../service";
import { keepSeat } from "./kept_seats";

/** Make a table, keep its tokens, and return its name and the token to see it by. */
export async function createTable(
  request: CreateTableRequestJson,
): Promise<{ table: string; token: string }> {
  const made = await call<CreateTableResponseJson>("Tables", "CreateTable", request);
  const { table = "", hostToken = "", invitation = "", seatToken = "" } = made;
  const game = request.covertAction ? "covert_action" : request.other ? "" : "covert";
  const name = request.seats?.find((seat) => seat.host)?.host ?? "";
  keepSeat(table, { game, name, hostToken, invitation, seatToken });
  return { table, token: seatToken || hostToken };
}
