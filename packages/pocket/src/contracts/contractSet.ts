import type { Abi, Address, Hex } from "viem";
import type { PocketChain } from "../chains.ts";
import { encodeCall } from "./encodeCall.ts";

/** A contract to stand at an address: by running its creation code there, or as runtime code without a constructor. */
export type Placement = { address: Address; creation: Hex } | { address: Address; runtime: Hex };

/** What the treasury sends once the contracts stand. */
export interface SetUpCall {
  to: Address;
  data: Hex;
  value?: bigint;
  gas?: bigint;
}

/** The contracts of one protocol on one chain: one file each, and a row in `contractSets`. */
export interface ContractSet {
  id: string;
  /** All placements of all sets come first: constructors may name each other's addresses, but not call them. */
  listPlacements(chain: PocketChain): Placement[];
  /** Sent in the order of `contractSets`, each set in a block of its own. */
  listSetUpCalls?(chain: PocketChain): SetUpCall[];
}

/** Encodes one call for the set-up. */
export function toCall(to: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n): SetUpCall {
  return { to, data: encodeCall(abi, functionName, args), value };
}
