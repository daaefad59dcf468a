import type { Words } from "../words";
import { ask } from "./ask";
import { covert } from "./covert";
import { hint } from "./hint";
import { home } from "./home";
import { page } from "./page";

export const es: Words = { ask, covert, hint, home, page };
