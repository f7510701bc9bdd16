import { useEffect } from "react";

/** The key `/` moves the focus to the first search field of the page, unless something else is being written. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")) return;
      const field = document.querySelector<HTMLInputElement>("search input");
      if (field === null || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
