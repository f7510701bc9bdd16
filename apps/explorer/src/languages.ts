/** The languages of the pages. The first is for those who want none of them. */
export const LANGUAGES = [
  { id: "en", name: "English", dir: "ltr", locale: "en" },
  { id: "de", name: "Deutsch", dir: "ltr", locale: "de" },
  // with the digits that hashes, addresses and amounts of wallets have
  { id: "ar", name: "العربية", dir: "rtl", locale: "ar-u-nu-latn" },
] as const;

export type Language = (typeof LANGUAGES)[number];

/** As that of the theme: shared by all ports of a host, and known before the first paint. */
export const LANGUAGE_COOKIE = "portico_language";

/** Of the scripts with the messages that every page has, one of each language: its id follows. */
export const FIRST_MESSAGES = "language-";

const findLanguage = (tag = ""): Language | undefined =>
  LANGUAGES.find(({ id }) => id === tag.toLowerCase().split("-")[0]);

/**
 * The language of a visitor: the chosen one, otherwise the first of those accepted that there is.
 * @param cookies - A Cookie header, or document.cookie.
 * @param accepted - BCP 47, the preferred first.
 */
export function readLanguage(cookies = "", accepted: readonly string[] = []): Language {
  const chosen = new RegExp(`(?:^|; *)${LANGUAGE_COOKIE}=([a-z]+)(?=;|$)`).exec(cookies)?.[1];
  const [found] = [chosen, ...accepted].flatMap((tag) => findLanguage(tag) ?? []);
  return found ?? LANGUAGES[0];
}
