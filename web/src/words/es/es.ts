import type { Words } from "../words";
import { home } from "./home";
import { page } from "./page";
import { review } from "./review";

export const es: Words = { home, page, review };
