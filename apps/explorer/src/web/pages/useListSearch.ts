import { useNavigate, useSearch } from "@tanstack/react-router";
import { readListSearch } from "./listSearch.ts";

/** The search text of the page's list. */
export function useListSearch(): [text: string, set: (text: string) => void] {
  const { q = "" } = readListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const set = (text: string): void =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, q: text === "" ? undefined : text }) as never,
      replace: true,
      resetScroll: false,
    });
  return [q, set];
}
