import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchHit } from "../../facts.ts";
import { searchOptions } from "../api/facts.ts";
import { readRecent } from "./recentSubjects.ts";
import { t } from "../languages/t.ts";

const PAUSE_MS = 180;
const NONE: readonly SearchHit[] = [];

export interface Suggestions {
  readonly hits: readonly SearchHit[];
  /** Whether these were visited before, instead of found. */
  readonly isRecent: boolean;
  /** Whether the text was searched, and nothing was found. */
  readonly isNothing: boolean;
  /** Why the search failed; null if it didn't. */
  readonly error: unknown;
  /** Searches again. */
  readonly retry: () => Promise<unknown>;
}

/** What a text in the search field may stand for; what was visited last for an empty one. */
export function useSuggestions(given: string, isOpen: boolean): Suggestions {
  const text = given.trim();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = isOpen && text !== "" && asked === text;
  const { data, error, refetch } = useQuery({ ...searchOptions(asked), enabled: isAsked });
  const none = { hits: NONE, isRecent: false, isNothing: false, error: null, retry: refetch };
  if (!isOpen) return none;
  if (text === "") return { ...none, hits: readRecent().map(recentHit), isRecent: true };
  return isAsked ? { ...none, hits: data ?? NONE, isNothing: data?.length === 0, error } : none;
}

const recentHit = (subject: ReturnType<typeof readRecent>[number]): SearchHit => ({
  ...subject,
  detail: t(KINDS[subject.kind]),
});

const KINDS = {
  address: "shell.kindAddress",
  token: "shell.kindToken",
  protocol: "shell.kindProtocol",
  transaction: "shell.kindTransaction",
  block: "shell.kindBlock",
  collection: "shell.kindCollection",
} as const satisfies Readonly<Record<SearchHit["kind"], string>>;
