import { covert } from "./covert";
import { home } from "./home";
import { page } from "./page";

export const en = { covert, home, page };
