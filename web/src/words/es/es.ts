import type { Words } from "../words";
import { covert } from "./covert";
import { home } from "./home";
import { page } from "./page";

export const es: Words = { covert, home, page };
