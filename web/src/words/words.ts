// All words of the page, in one catalogue a language. `en` says which there are; the compiler asks
// the others for the same.

import { signal } from "@preact/signals";
import { en } from "./en/en";
import { es } from "./es/es";

export type Words = typeof en;

const catalogues: Record<string, Words> = { en, es };

/** The languages by their codes. */
export const LANGUAGES: Record<string, string> = { en: "English", es: "Español" };

const KEPT = "covert-bots language";

function usual(): string {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages];
  const known = wanted.map((name) => name?.slice(0, 2)).find((code) => code && code in LANGUAGES);
  return known ?? "en";
}

/** The code of the language in use. */
export const language = signal(usual());

/** Use a language from now on. */
export function chooseLanguage(code: string): void {
  localStorage.setItem(KEPT, code);
  language.value = code;
  document.documentElement.lang = code;
}

document.documentElement.lang = language.value;

/** The words in the language in use. */
export function words(): Words {
  return catalogues[language.value] ?? en;
}
