import { announce } from "@portico/ui";
import { Languages } from "lucide-react";
import { useEffect, useRef } from "react";
import { LANGUAGES } from "../../languages.ts";
import { chooseLanguage, useLanguage } from "../languages/language.ts";
import { t } from "../languages/t.ts";

/** Whether the language was chosen here: the page is rendered anew, and its heading would take the focus. */
let hasChosen = false;

/** The language of the pages: a native select behind an icon, as that of the theme. */
export function LanguageSelect() {
  const language = useLanguage();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!hasChosen) return;
    hasChosen = false;
    setTimeout(() => select.current?.focus({ preventScroll: true }));
  }, []);
  const choose = async (id: string): Promise<void> => {
    hasChosen = true;
    try {
      await chooseLanguage(LANGUAGES.find((one) => one.id === id) ?? language);
    } catch {
      hasChosen = false;
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
