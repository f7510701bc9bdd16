import { THEME_COOKIE } from "./readTheme.ts";

/**
 * Script text for the head of static pages: applies the stored theme before the first paint. Servers that render a page per
 * request use `withTheme` instead, which needs no script.
 */
export const THEME_SCRIPT = `{const m=/(?:^|; *)${THEME_COOKIE}=(light|dark)(?=;|$)/.exec(document.cookie);document.documentElement.dataset.theme=m?m[1]:"system"}`;
