import { readTheme } from "../web/theme/readTheme.ts";

/** A built page with the theme that its visitor chose, so that the first paint has it. @param cookies - The Cookie header. */
export const withTheme = (page: string, cookies: string | undefined): string =>
  page.replace(`data-theme="system"`, `data-theme="${readTheme(cookies)}"`);
