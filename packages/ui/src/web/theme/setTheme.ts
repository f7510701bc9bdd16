import { readTheme, type Theme, THEME_COOKIE } from "./readTheme.ts";

const YEAR_SECONDS = 31_536_000;

/** The theme that the document has now. */
export const currentTheme = (): Theme =>
  readTheme(`${THEME_COOKIE}=${document.documentElement.dataset["theme"] ?? ""}`);

/** Applies a theme to the document, and stores it for all apps of this host. tokens.css follows `data-theme`. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const value = theme === "system" ? "; Max-Age=0" : `${theme}; Max-Age=${YEAR_SECONDS}`;
  document.cookie = `${THEME_COOKIE}=${value}; Path=/; SameSite=Lax`;
}
