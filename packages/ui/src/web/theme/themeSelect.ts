import { uiTexts } from "../language/uiLanguage.ts";
import { currentTheme, setTheme } from "./setTheme.ts";
import type { Theme } from "./readTheme.ts";

/** Label of each theme, in the order of the list. */
export const listThemes = (): readonly (readonly [Theme, string])[] => [
  ["system", uiTexts().systemTheme],
  ["light", uiTexts().lightTheme],
  ["dark", uiTexts().darkTheme],
];

/** A select element that sets the theme, for pages without React. @param onSet - Called when another theme was set. */
export function themeSelect(onSet?: () => void): HTMLSelectElement {
  const select = document.createElement("select");
  select.className = "theme-select";
  select.ariaLabel = uiTexts().theme;
  const selected = currentTheme();
  select.append(...listThemes().map(([theme, label]) => new Option(label, theme, false, theme === selected)));
  select.addEventListener("change", () => {
    setTheme(select.value as Theme);
    onSet?.();
  });
  return select;
}
