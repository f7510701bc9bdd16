import { plainText } from "@portico/ui/browser";
import { SubjectIcon } from "../parts/SubjectIcon.tsx";
import type { Suggestions } from "./useSuggestions.ts";
import { t } from "../languages/t.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: Suggestions;
  /** Index of the one that the keyboard has reached; -1 for none. */
  readonly active: number;
  readonly choose: (path: string) => void;
}

/** The options of the search field. The focus stays in the field. */
export const SuggestionList = ({ id, suggestions, active, choose }: SuggestionListProps) => (
  <div className="suggestions">
    {suggestions.isRecent && <p aria-hidden>{t("shell.recent")}</p>}
    <ul id={id} role="listbox" aria-label={suggestions.isRecent ? t("shell.recent") : t("shell.suggestions")}>
      {suggestions.hits.map((hit, index) => (
        <li
          key={hit.path}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // a press would take the focus from the field, which closes the list
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(hit.path)}
        >
          <SubjectIcon kind={hit.kind} path={hit.path} label={hit.label} />
          <bdi className="foreign">{plainText(hit.label, 60)}</bdi>
          <bdi className="foreign quiet small">{plainText(hit.detail, 80)}</bdi>
        </li>
      ))}
    </ul>
  </div>
);
