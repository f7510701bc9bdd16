import { i18n } from "@lingui/core";
import { setUiLanguage } from "@portico/ui/browser";
import { LANGUAGES, type Language } from "../../languages.ts";
import { type Area, FIRST_AREAS } from "../languages/catalogue.ts";
import { uiTexts } from "../languages/uiTexts.ts";

/** For tests without a browser: areas of the catalogue in a language, which is shown from now on. */
export async function showLanguage(id: Language["id"], ...areas: readonly Area[]): Promise<void> {
  const { locale } = LANGUAGES.find((language) => language.id === id) ?? LANGUAGES[0];
  for (const area of [...FIRST_AREAS, ...areas]) {
    const { messages } = (await import(`../languages/${id}/${area}.ts`)) as { messages: Record<string, string> };
    i18n.load(id, { ...messages });
  }
  i18n.activate(id, locale);
  setUiLanguage({ locale, texts: uiTexts() });
}
