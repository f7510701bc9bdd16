import { useSyncExternalStore } from "react";
import { type Lists, NO_LISTS, readLists } from "./readLists.ts";

const KEY = "portico:lists";
const listeners = new Set<() => void>();
let read: { readonly text: string | null; readonly lists: Lists } = { text: null, lists: NO_LISTS };

/** The visitor's lists, which are stored in this browser only. */
export function getLists(): Lists {
  const text = readText();
  if (text !== read.text) read = { text, lists: parse(text) };
  return read.lists;
}

/** Replaces the lists. @returns Whether the browser stored them. */
export function setLists(lists: Lists): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(lists));
  } catch {
    return false;
  }
  for (const tell of listeners) tell();
  return true;
}

export const useLists = (): Lists => useSyncExternalStore(subscribe, getLists);

/** The visitor's own name of an address; undefined without one. */
export function useLabel(address: string): string | undefined {
  const { labels } = useLists();
  return Object.hasOwn(labels, address) ? labels[address] : undefined;
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener("storage", tell); // another tab
  return () => {
    listeners.delete(tell);
    removeEventListener("storage", tell);
  };
}

function readText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no storage
  }
}

function parse(text: string | null): Lists {
  try {
    return text === null ? NO_LISTS : readLists(JSON.parse(text));
  } catch {
    return NO_LISTS; // someone else's data
  }
}
