import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { readSubject } from "./readSubject.ts";

interface SearchBoxProps {
  /** On a page that consists mainly of it. */
  readonly isLarge?: boolean;
  /** Its initial text, to be corrected. */
  readonly initial?: string;
}

/** A field for an address or a name; other words search the protocols. */
export function SearchBox({ isLarge = false, initial = "" }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState("");
  const navigate = useNavigate();
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const subject = readSubject(text);
    if (subject.kind === "unclear" && !isProtocolName(text)) return setProblem(subject.problem);
    setText("");
    if (subject.kind === "unclear") return void navigate({ to: "/protocols", search: { q: text.trim() } });
    void navigate({
      to: "/address/$address",
      params: { address: subject.kind === "name" ? subject.name : subject.address },
      search: {},
    });
  };
  return (
    <search className={isLarge ? "subject large" : "subject"}>
      <form onSubmit={submit} noValidate>
        <Search size={isLarge ? 20 : 16} aria-hidden />
        <input
          type="text"
          name="address"
          aria-label="Address, ENS name or protocol"
          placeholder={isLarge ? "0x…, name.eth or a protocol" : "Address, ENS name or protocol"}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={text}
          aria-invalid={problem !== ""}
          aria-describedby={problem === "" ? undefined : id}
          onChange={({ target }) => {
            setText(target.value);
            setProblem("");
          }}
        />
        <button type="submit" className={isLarge ? "button main" : "button small"}>
          {isLarge ? "Explore" : "Go"}
        </button>
      </form>
      {problem !== "" && (
        <p id={id} className="subject-problem" role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}

/** What can't be the beginning of an address, nor the hash of a transaction without 0x. */
const isProtocolName = (text: string): boolean => /\p{L}/u.test(text) && !/^\s*(?:0x|[0-9a-f]{20})/i.test(text);
