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

/** A field for an address or a name. */
export function SearchBox({ isLarge = false, initial = "" }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState("");
  const navigate = useNavigate();
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const subject = readSubject(text);
    if (subject.kind === "unclear") return setProblem(subject.problem);
    setText("");
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
          aria-label="Address or ENS name"
          placeholder={isLarge ? "0x… or name.eth" : "Address or ENS name"}
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
