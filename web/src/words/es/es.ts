import type { Words } from "../words";
import { home } from "./home";
import { page } from "./page";

export const es: Words = { home, page };
