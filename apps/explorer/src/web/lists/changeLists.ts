import { announce } from "@portico/ui";
import { type Bundle, LIMITS, mergeLists, readLists } from "../../lists/readLists.ts";
import { t } from "../languages/t.ts";
import { changeAccountLists, type ListChange, untilSaved } from "./accountLists.ts";
import { getBrowserLists, removeBrowserLists, setBrowserLists } from "./browserLists.ts";
import { getListPlace, getLists } from "./listStore.ts";

/**
 * Changes the lists, wherever they are kept. @throws ListsError if the result is too much, or a name is missing.
 * @returns false if that isn't known, or the browser stores nothing.
 */
export function changeLists(change: ListChange): boolean {
  const place = getListPlace();
  if (place === undefined) {
    announce(t("parts.accountUnreadable"));
    return false;
  }
  const changed = readLists(change(getLists()));
  if (place === "browser") return setBrowserLists(changed);
  changeAccountLists(change);
  return true;
}

/** @param name - Empty: without a label. */
export const labelAddress = (address: string, name: string): boolean =>
  changeLists(({ labels, ...lists }) => {
    const { [address]: _old, ...others } = labels;
    return { ...lists, labels: name.trim() === "" ? others : { ...others, [address]: name } };
  });

export const watchAddress = (address: string, isWatched: boolean): boolean =>
  changeLists((lists) => {
    const others = lists.watched.filter((one) => one !== address);
    return { ...lists, watched: isWatched ? [address, ...others] : others };
  });

/** @returns The new bundle's id. */
export function addBundle(name: string, addresses: readonly string[]): string {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  changeLists((lists) => ({ ...lists, bundles: [...lists.bundles, { id, name, addresses }] }));
  return id;
}

export const changeBundle = (id: string, change: (bundle: Bundle) => Bundle): boolean =>
  changeLists((lists) => ({
    ...lists,
    bundles: lists.bundles.map((bundle) => (bundle.id === id ? change(bundle) : bundle)),
  }));

export const removeBundle = (id: string): boolean =>
  changeLists((lists) => ({ ...lists, bundles: lists.bundles.filter((bundle) => bundle.id !== id) }));

/** Whether another address fits in. */
export const hasRoom = ({ addresses }: Bundle): boolean => addresses.length < LIMITS.addresses;

/**
 * Moves what this browser keeps to the account; what the account has already stays as it is there.
 * @returns whether the account has it. @throws ListsError if both together are too much.
 */
export async function moveToAccount(): Promise<boolean> {
  const own = getBrowserLists();
  changeAccountLists((lists) => mergeLists(own, lists));
  if (!(await untilSaved())) return false;
  if (getBrowserLists() === own) removeBrowserLists(); // otherwise another tab added something
  return true;
}

/** Copies the account's lists to this browser, where they stay after signing out. @throws ListsError */
export const copyToBrowser = (): boolean => setBrowserLists(mergeLists(getBrowserLists(), getLists()));
