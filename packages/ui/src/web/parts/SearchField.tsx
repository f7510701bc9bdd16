import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  /** Its initial text, and its text after changes from outside. */
  readonly initial?: string;
  readonly change: (text: string) => void;
}

/** A search box that reports its text after a pause in typing. */
export function SearchField({ label, initial = "", change }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  const reported = useRef(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // while the user types, the last reported text may return late
    if (initial === reported.current || document.activeElement === input.current) return;
    reported.current = initial;
    setText(initial);
  }, [initial]);
  useEffect(() => {
    if (text === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = text;
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
