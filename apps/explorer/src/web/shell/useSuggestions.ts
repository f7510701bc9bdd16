import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchHit, SubjectKind } from "../../facts.ts";
import { searchOptions } from "../api/facts.ts";
import { readRecent } from "./recentSubjects.ts";
import { t } from "../languages/t.ts";

const PAUSE_MS = 180;
const NONE: readonly Suggestion[] = [];

export interface Suggestion {
  readonly kind: SubjectKind;
  /** Of its page, on this site. */
  readonly path: string;
  /** What it is called: untrusted text. */
  readonly label: string;
  /** What tells it apart from others of the same name: untrusted text. */
  readonly detail: string;
}

export interface Suggestions {
  readonly hits: readonly Suggestion[];
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
  if (text === "") return { ...none, hits: readRecent().map(toRecent), isRecent: true };
  return isAsked ? { ...none, hits: data?.map(toSuggestion) ?? NONE, isNothing: data?.length === 0, error } : none;
}

const toRecent = (subject: ReturnType<typeof readRecent>[number]): Suggestion => ({
  ...subject,
  detail: t(KINDS[subject.kind]),
});

const toSuggestion = (hit: SearchHit): Suggestion => ({
  kind: hit.kind,
  path: hit.path,
  label: hit.kind === "block" ? t("shell.blockNumber", { block: Number(hit.label) }) : hit.label,
  detail: detailOf(hit),
});

function detailOf({ kind, name, chain, block_height: block }: SearchHit): string {
  if (chain === null) return name ?? t(KINDS[kind]);
  if (name !== null) return t("shell.nameOn", { name, chain });
  if (kind === "transaction" && block !== undefined) return t("shell.transactionIn", { block, chain });
  return kind === "token" || kind === "protocol" || kind === "collection" ? t(`shell.on_${kind}`, { chain }) : chain;
}

const KINDS = {
  address: "shell.kindAddress",
  token: "shell.kindToken",
  protocol: "shell.kindProtocol",
  transaction: "shell.kindTransaction",
  block: "shell.kindBlock",
  collection: "shell.kindCollection",
} as const satisfies Readonly<Record<SubjectKind, string>>;
