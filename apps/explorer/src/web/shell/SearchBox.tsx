import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { queryClient } from "../api/explorerApi.ts";
import { searchOptions } from "../api/facts.ts";
import { readSubject } from "./readSubject.ts";
import { SearchFailure } from "./SearchFailure.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import { useSuggestions } from "./useSuggestions.ts";
import { t } from "../languages/t.ts";

interface SearchBoxProps {
  /** On a page that consists mainly of it. */
  readonly isLarge?: boolean;
  /** Its initial text, to be corrected. */
  readonly initial?: string;
}

/** A field for anything that has a page, with suggestions: a combobox as of the ARIA Authoring Practices. */
export function SearchBox({ isLarge = false, initial = "" }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const navigate = useNavigate();
  const id = useId();
  const suggestions = useSuggestions(text, isOpen);
  const { hits } = suggestions;
  const isShown = isOpen && hits.length > 0;
  const close = (): void => {
    setIsOpen(false);
    setActive(-1);
  };
  /** Of the text: what is found for an earlier one comes too late. */
  const turn = useRef(0);
  const choose = (to: string, search: object = {}): void => {
    turn.current++;
    setText("");
    close();
    void navigate({ to, search: search as never });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const chosen = isShown ? hits[active] : undefined;
    if (chosen !== undefined) return choose(chosen.path);
    const subject = readSubject(text);
    if (subject.kind === "address") return choose(`/address/${subject.address}`);
    if (subject.kind === "name") return choose(`/address/${encodeURIComponent(subject.name)}`);
    setFailure(null);
    const [own, from] = [++turn.current, location.href];
    const isLate = (): boolean => turn.current !== own || location.href !== from;
    try {
      const [found] = text.trim() === "" ? [] : await queryClient.fetchQuery(searchOptions(text.trim()));
      if (isLate()) return;
      if (found !== undefined) return choose(found.path);
    } catch (error) {
      if (isLate()) return;
      close();
      return setFailure(error);
    }
    if (isWord(text)) return choose("/protocols", { q: text.trim() });
    close();
    setProblem(subject.problem);
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      return close();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setIsOpen(true);
    // one more place than options: the text itself
    const places = hits.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  };
  return (
    <search className={isLarge ? "subject large" : "subject"}>
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)} noValidate>
        <Search size={isLarge ? 20 : 16} aria-hidden />
        <input
          type="text"
          name="search"
          role="combobox"
          aria-label={t("shell.search")}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${id}-list-${active}` : undefined}
          aria-keyshortcuts="/"
          placeholder={t("shell.searchWords")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={text}
          aria-invalid={problem !== ""}
          aria-describedby={problem === "" ? undefined : id}
          onFocus={() => setIsOpen(true)}
          onBlur={close}
          onKeyDown={move}
          onChange={({ target }) => {
            turn.current++;
            setText(target.value);
            setProblem("");
            setFailure(null);
            setIsOpen(true);
            setActive(-1);
          }}
        />
        {!isLarge && (
          <kbd className="subject-key" aria-hidden>
            /
          </kbd>
        )}
        <button type="submit" className={isLarge ? "button main" : "button small"}>
          {isLarge ? t("shell.explore") : t("shell.go")}
        </button>
      </form>
      {isShown && <SuggestionList id={`${id}-list`} suggestions={suggestions} active={active} choose={choose} />}
      <p className="unseen" role="status">
        {isShown && !suggestions.isRecent && t("shell.suggestionCount", { count: hits.length })}
        {isOpen && suggestions.isNothing && t("shell.noSuggestions")}
      </p>
      {suggestions.error !== null ? (
        <SearchFailure error={suggestions.error} retry={suggestions.retry} />
      ) : (
        failure !== null && <SearchFailure error={failure} form={`${id}-form`} />
      )}
      {problem !== "" && (
        <p id={id} className="subject-problem" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}

/** What can't be the beginning of an address, nor a hash without 0x. */
const isWord = (text: string): boolean => /\p{L}/u.test(text) && !/^\s*(?:0x|[0-9a-f]{20})/i.test(text);
