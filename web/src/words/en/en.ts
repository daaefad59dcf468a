import { covert } from "./covert";
import { home } from "./home";
import { page } from "./page";
import { review } from "./review";

export const en = { covert, home, page, review };
