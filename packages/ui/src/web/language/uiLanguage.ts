import { ENGLISH, type UiTexts } from "./uiTexts.ts";

/** In which language the parts show their own texts, and numbers and times. */
export interface UiLanguage {
  /** BCP 47, for formats of Intl. */
  readonly locale: string;
  readonly texts: UiTexts;
}

let language: UiLanguage = { locale: "en", texts: ENGLISH };

/** For apps in several languages; English by default. What is shown already changes with its next rendering. */
export const setUiLanguage = (next: UiLanguage): void => {
  language = next;
};

export const uiTexts = (): UiTexts => language.texts;
/** BCP 47: the locale of numbers and times. */
export const uiLocale = (): string => language.locale;

/**
 * A value of the locale, usually a format of Intl, that is made when it is first used, and kept until the locale changes.
 * Making one costs a phone milliseconds, which would delay the first page if all were made while modules load.
 */
export function perLocale<Value extends object>(make: (locale: string) => Value): () => Value {
  let made: { readonly locale: string; readonly value: Value } | undefined;
  return () => {
    const locale = uiLocale();
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
