import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchHit } from "../../facts.ts";
import { searchOptions } from "../api/facts.ts";
import { readRecent } from "./recentSubjects.ts";

const PAUSE_MS = 180;
const NONE: readonly SearchHit[] = [];

export interface Suggestions {
  readonly hits: readonly SearchHit[];
  /** Whether these were visited before, instead of found. */
  readonly isRecent: boolean;
  /** Whether the text was searched, and nothing was found. */
  readonly isNothing: boolean;
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
  const { data } = useQuery({ ...searchOptions(asked), enabled: isAsked });
  if (!isOpen) return { hits: NONE, isRecent: false, isNothing: false };
  if (text === "") return { hits: readRecent().map(recentHit), isRecent: true, isNothing: false };
  return { hits: isAsked ? (data ?? NONE) : NONE, isRecent: false, isNothing: isAsked && data?.length === 0 };
}

const recentHit = (subject: ReturnType<typeof readRecent>[number]): SearchHit => ({
  ...subject,
  detail: KINDS[subject.kind],
});

const KINDS: Readonly<Record<SearchHit["kind"], string>> = {
  address: "Address",
  token: "Token",
  protocol: "Protocol",
  transaction: "Transaction",
  block: "Block",
  collection: "NFT collection",
};
