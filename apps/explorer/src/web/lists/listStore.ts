import { useEffect, useSyncExternalStore } from "react";
import { useSessionQuery } from "../api/useSession.ts";
import type { Lists } from "../../lists/readLists.ts";
import {
  type AccountLists,
  getAccountLists,
  openAccountLists,
  readAgain,
  subscribeToAccountLists,
} from "./accountLists.ts";
import { getBrowserLists, subscribeToBrowserLists } from "./browserLists.ts";

/** Where the visitor's lists are kept; undefined while it is not known, or can't be read. */
export type ListPlace = "account" | "browser" | undefined;

/** The visitor's lists: those of the account, if it keeps any, otherwise those of this browser. */
export function getLists(): Lists {
  const account = getAccountLists();
  return (account.kind === "read" ? account.lists : null) ?? getBrowserLists();
}

export function getListPlace(): ListPlace {
  const account = getAccountLists();
  if (account.kind === "signedOut") return "browser";
  if (account.kind !== "read") return undefined;
  return account.lists === null ? "browser" : "account";
}

const subscribe = (tell: () => void): (() => void) => {
  const ends = [subscribeToAccountLists(tell), subscribeToBrowserLists(tell)];
  return () => {
    for (const end of ends) end();
  };
};

export const useLists = (): Lists => useSyncExternalStore(subscribe, getLists);
export const useListPlace = (): ListPlace => useSyncExternalStore(subscribe, getListPlace);
export const useAccountLists = (): AccountLists => useSyncExternalStore(subscribeToAccountLists, getAccountLists);
export const useBrowserLists = (): Lists => useSyncExternalStore(subscribeToBrowserLists, getBrowserLists);

/** The visitor's own name of an address; undefined without one. */
export function useLabel(address: string): string | undefined {
  const { labels } = useLists();
  return Object.hasOwn(labels, address) ? labels[address] : undefined;
}

/** Opens the lists of the account that is signed in, and reads them again whenever the page is looked at again. */
export function useListsOfSession(): void {
  const { data: session, isError } = useSessionQuery();
  // without an answer nobody can be told from another: the lists of the browser are there
  const account = session === undefined && isError ? null : session?.account;
  useEffect(() => openAccountLists(account), [account]);
  useEffect(() => {
    const look = (): void => void (document.visibilityState === "visible" && readAgain());
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, []);
}
