import { covert } from "./covert";
import { covertAction } from "./covert_action";
import { home } from "./home";
import { page } from "./page";
import { table } from "./table";

export const en = { covert, covertAction, home, page, table };
