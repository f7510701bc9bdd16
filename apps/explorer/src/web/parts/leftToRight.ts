import { uiLocale } from "@portico/ui/browser";
import { LANGUAGES } from "../../languages.ts";

/** A number with its sign and unit, which stay as they are within text from right to left. */
export function leftToRight(figure: string): string {
  const language = LANGUAGES.find(({ locale }) => locale === uiLocale());
  return language?.dir === "rtl" ? `\u2066${figure}\u2069` : figure;
}
