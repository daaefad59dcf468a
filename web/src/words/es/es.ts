import type { Words } from "../words";
import { covert } from "./covert";
import { covertAction } from "./covert_action";
import { home } from "./home";
import { page } from "./page";
import { review } from "./review";
import { table } from "./table";

export const es: Words = {
  covert,
  covertAction,
  home,
  page,
  review,
  table,
};
export const es: Words = { covert, covertAction, home, page, table };
