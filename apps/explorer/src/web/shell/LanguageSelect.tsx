import { announce } from "@portico/ui";
import { Languages } from "lucide-react";
import { useRef } from "react";
import { LANGUAGES } from "../../languages.ts";
import { chooseLanguage, useLanguage } from "../languages/language.ts";
import { t } from "../languages/t.ts";

/** The language of the pages: a native select behind an icon, as that of the theme. */
export function LanguageSelect() {
  const language = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  const choose = async (id: string): Promise<void> => {
    try {
      await chooseLanguage(LANGUAGES.find((one) => one.id === id) ?? language);
    } catch {
      if (select.current !== null) select.current.value = language.id;
      announce(t("shell.languageFailed"));
    }
  };
  return (
    <span className="theme">
      <Languages size={16} aria-hidden />
      <select
        ref={select}
        aria-label={t("shell.language")}
        title={t("shell.language")}
        value={language.id}
        onChange={({ target }) => void choose(target.value)}
      >
        {LANGUAGES.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
