import { covertAction } from "./covert_action";
import { home } from "./home";
import { page } from "./page";
import { table } from "./table";

export const en = { covertAction, home, page, table };
