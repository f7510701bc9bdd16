/** "system": as the operating system has it. */
export type Theme = "system" | "light" | "dark";

/** Cookies are shared by all ports of a host, so that a choice holds on every app there. It is absent for "system". */
export const THEME_COOKIE = "portico_theme";

const PATTERN = new RegExp(`(?:^|; *)${THEME_COOKIE}=(light|dark)(?=;|$)`);

/** The chosen theme. @param cookies - A Cookie header, or document.cookie. */
export const readTheme = (cookies = ""): Theme => (PATTERN.exec(cookies)?.[1] as Theme | undefined) ?? "system";
