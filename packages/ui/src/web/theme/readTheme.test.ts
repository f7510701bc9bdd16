import { expect, test } from "vitest";
import { readTheme } from "./readTheme.ts";

test.each([
  [undefined, "system"],
  ["", "system"],
  ["portico_theme=dark", "dark"],
  ["a=b; portico_theme=light; c=d", "light"],
  ["portico_theme=", "system"],
  ["portico_theme=darker", "system"],
  ['portico_theme="><script>', "system"],
  ["x_portico_theme=dark", "system"],
])("the theme of the cookies %j is %s", (cookies, theme) => {
  expect(readTheme(cookies)).toBe(theme);
});
