import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  /** What is in it at first, and when somebody else changes that. */
  readonly initial?: string;
  readonly change: (text: string) => void;
}

/** A search box that tells what was typed once the typing pauses. */
export function SearchField({ label, initial = "", change }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  const told = useRef(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // while somebody types, what was told last may come back late
    if (initial === told.current || document.activeElement === input.current) return;
    told.current = initial;
    setText(initial);
  }, [initial]);
  useEffect(() => {
    if (text === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = text;
      change(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing counts
  }, [text]);
  return (
    <input
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
