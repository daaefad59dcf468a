import { home } from "./home";
import { page } from "./page";

export const en = { home, page };
