import { getLists, setLists } from "./listStore.ts";
import { type Bundle, type Lists, LIMITS, readLists } from "./readLists.ts";

/** Changes the lists. @throws ListsError if the result is too much, or a name is missing. */
export function changeLists(change: (lists: Lists) => Lists): boolean {
  return setLists(readLists(change(getLists())));
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
