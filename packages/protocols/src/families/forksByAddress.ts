import type { Address } from "@portico/evm";

/** The fork of each address: the first that lists it, because the protocols are in the order of precedence. */
export const forksByAddress = (lists: readonly (readonly Address[])[]): ReadonlyMap<Address, number> =>
  new Map(lists.flatMap((list, fork) => list.map((address): [Address, number] => [address, fork])).toReversed());
