import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { uiTexts } from "../language/uiLanguage.ts";
import type { Theme } from "../theme/readTheme.ts";
import { currentTheme, setTheme } from "../theme/setTheme.ts";
import { listThemes } from "../theme/themeSelect.ts";

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** The theme of all pages: a native select behind the icon of the current theme. */
export function ThemeSelect() {
  const [theme, showTheme] = useState(currentTheme);
  const Icon = ICONS[theme];
  const change = (next: Theme): void => {
    setTheme(next);
    showTheme(next);
  };
  return (
    <span className="theme">
      <Icon size={16} aria-hidden />
      <select
        aria-label={uiTexts().theme}
        title={uiTexts().theme}
        value={theme}
        onChange={({ target }) => change(target.value as Theme)}
      >
        {listThemes().map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
