import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** A search box that tells what was typed once the typing pauses. */
export function SearchField({ label, change }: { readonly label: string; readonly change: (text: string) => void }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => change(text), PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing counts
  }, [text]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
