import type { Abi, Address, Hex } from "viem";
import type { PocketChain } from "../chains.ts";
import { encodeCall } from "./encodeCall.ts";

/** A contract that comes to stand at an address by running its creation code there. */
export interface Created {
  address: Address;
  creation: Hex;
}

/** A contract to stand at an address: by its creation code, or as runtime code without a constructor. */
export type Placement = Created | { address: Address; runtime: Hex };

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
  /** Where it stands. Default: eth and base. */
  chains?: readonly PocketChain[];
  /** All placements of all sets come first: constructors may name each other's addresses, but not call them. */
  listPlacements(chain: PocketChain): Placement[];
  /** Of constructors that call what an earlier set has set up; placed before this set's own set-up. */
  listLatePlacements?(chain: PocketChain): Created[];
  /** Sent in the order of `contractSets`, each set in a block of its own. */
  listSetUpCalls?(chain: PocketChain): SetUpCall[];
}

/** Encodes one call for the set-up. */
export function toCall(to: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n): SetUpCall {
  return { to, data: encodeCall(abi, functionName, args), value };
}
