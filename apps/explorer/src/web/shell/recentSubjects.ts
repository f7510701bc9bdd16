import { shortAddress } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { useEffect } from "react";
import type { SubjectKind } from "../../facts.ts";

/** A page that was visited. */
export interface RecentSubject {
  readonly kind: SubjectKind;
  /** On this site. */
  readonly path: string;
  /** What it is called, as text. */
  readonly label: string;
}

const KEY = "portico:looked-at";
const MAX = 8;
const LABEL_LENGTH = 60;

const ADDRESS = "0x[0-9a-f]{40}";
const FORMS: Readonly<Record<SubjectKind, RegExp>> = {
  address: new RegExp(`^/address/${ADDRESS}$`),
  token: new RegExp(`^/token/[a-z0-9_]{1,24}/(?:${ADDRESS}|[a-z0-9_]{1,24})$`),
  protocol: /^\/protocol\/[a-z0-9_]{1,60}$/,
  transaction: /^\/tx\/[a-z0-9_]{1,24}\/0x[0-9a-f]{64}$/,
  block: /^\/block\/[a-z0-9_]{1,24}\/\d{1,15}$/,
  collection: new RegExp(`^/collection/[a-z0-9_]{1,24}/${ADDRESS}$`),
};

/** What was visited in this browser, most recent first. It is not sent anywhere. */
export function readRecent(): RecentSubject[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(readSubject).slice(0, MAX) : [];
  } catch {
    return []; // no storage, or someone else's data
  }
}

function readSubject(stored: unknown): RecentSubject[] {
  // addresses were stored as text once
  if (typeof stored === "string") return readSubject({ kind: "address", path: `/address/${stored}`, label: "" });
  if (typeof stored !== "object" || stored === null) return [];
  const { kind, path, label } = stored as Record<string, unknown>;
  if (typeof kind !== "string" || !Object.hasOwn(FORMS, kind) || typeof path !== "string") return [];
  const known = kind as SubjectKind;
  if (!FORMS[known].test(path)) return [];
  const last = path.slice(path.lastIndexOf("/") + 1);
  return [{ kind: known, path, label: plainText(label, LABEL_LENGTH) || shortAddress(last) }];
}

export const addRecent = (subject: RecentSubject): void =>
  write([subject, ...readRecent().filter(({ path }) => path !== subject.path)].slice(0, MAX));

export const clearRecent = (): void => write([]);

/** Adds the page's subject to those that were visited. */
export function useRecent({ kind, path, label }: RecentSubject): void {
  useEffect(() => addRecent({ kind, path, label }), [kind, path, label]);
}

function write(subjects: readonly RecentSubject[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(subjects));
  } catch {
    // without storage there are no recent pages
  }
}
