import { home } from "./home";
import { page } from "./page";
import { review } from "./review";

export const en = { home, page, review };
