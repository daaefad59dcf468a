import type { Words } from "../words";
import { ask } from "./ask";
import { companion } from "./companion";
import { covert } from "./covert";
import { covertAction } from "./covert_action";
import { hint } from "./hint";
import { home } from "./home";
import { learn } from "./learn";
import { page } from "./page";
import { review } from "./review";
import { table } from "./table";
import { watch } from "./watch";

export const es: Words = {
  ask,
  companion,
  covert,
  covertAction,
  hint,
  home,
  learn,
  page,
  review,
  table,
  watch,
};
