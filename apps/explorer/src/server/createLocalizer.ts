import type { Request } from "express";
import { type Language, readLanguage } from "../languages.ts";
import { messages as arabic } from "../web/languages/ar/shell.ts";
import { messages as german } from "../web/languages/de/shell.ts";
import { messages as english } from "../web/languages/en/shell.ts";

const SHELLS = { en: english, de: german, ar: arabic } as const satisfies Record<Language["id"], object>;

/**
 * Writes the language of a page's visitor into its HTML, and what shows before the app: the first paint has the right
 * direction, and no other language. The app decides the same again, from what its browser has.
 */
export function createLocalizer(): (page: string, req: Request) => string {
  const pages = new Map<string, string>();
  return (page, req) => {
    const language = readLanguage(req.headers.cookie, req.acceptsLanguages());
    const known = pages.get(language.id) ?? localize(page, language);
    pages.set(language.id, known);
    return known;
  };
}

const localize = (page: string, { id, dir }: Language): string =>
  page
    .replace(`<html lang="en"`, `<html lang="${id}" dir="${dir}"`)
    .replace(english["shell.loading"], SHELLS[id]["shell.loading"])
    .replace(english["shell.noScript"], SHELLS[id]["shell.noScript"]);
