import { type Lists, NO_LISTS, readLists } from "../../lists/readLists.ts";

const KEY = "portico:lists";
const listeners = new Set<() => void>();
let read: { readonly text: string | null; readonly lists: Lists } = { text: null, lists: NO_LISTS };

/** The lists that this browser keeps, and nobody else. */
export function getBrowserLists(): Lists {
  const text = readText();
  if (text !== read.text) read = { text, lists: parse(text) };
  return read.lists;
}

/** Replaces the lists. @returns Whether the browser stored them. */
export const setBrowserLists = (lists: Lists): boolean =>
  change(() => localStorage.setItem(KEY, JSON.stringify(lists)));

export const removeBrowserLists = (): boolean => change(() => localStorage.removeItem(KEY));

function change(work: () => void): boolean {
  try {
    work();
  } catch {
    return false;
  }
  for (const tell of listeners) tell();
  return true;
}

export function subscribeToBrowserLists(tell: () => void): () => void {
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
