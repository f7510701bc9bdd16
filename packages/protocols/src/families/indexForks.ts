import type { Address } from "@portico/evm";
import { toLower } from "../toLower.ts";

/** The index of the fork by an address that its contracts name; the first of several. */
export const indexForks = <Contracts>(
  forks: readonly Contracts[],
  listAddresses: (contracts: Contracts) => readonly Address[],
): ReadonlyMap<Address, number> =>
  new Map(
    forks
      .flatMap((contracts, fork) => listAddresses(contracts).map((address) => [toLower(address), fork] as const))
      .toReversed(),
  );
