import type { Abi, Address, Hex } from "viem";
import type { DevnetChain } from "../chains.ts";
import { encodeCall } from "./encodeCall.ts";

/** A contract deployed to an address by running its creation code there. */
export interface Created {
  address: Address;
  creation: Hex;
}

/** A contract to deploy to an address: by its creation code, or as runtime code without a constructor. */
export type Placement = Created | { address: Address; runtime: Hex };

/** A call that the treasury sends after deployment. */
export interface SetUpCall {
  to: Address;
  data: Hex;
  value?: bigint;
  gas?: bigint;
}

/** The contracts of one protocol on one chain: one file each, and a row in `contractSets`. */
export interface ContractSet {
  id: string;
  /** Its chains. Default: eth and base. */
  chains?: readonly DevnetChain[];
  /** All contracts of all sets are deployed first: constructors may name each other's addresses, but not call them. */
  listPlacements(chain: DevnetChain): Placement[];
  /** Contracts whose constructors call what an earlier set has set up; deployed before this set's own set-up. */
  listLatePlacements?(chain: DevnetChain): Created[];
  /** Sent in the order of `contractSets`, each set in its own block. */
  listSetUpCalls?(chain: DevnetChain): SetUpCall[];
}

/** Encodes one call of the set-up. */
export function toCall(to: Address, abi: Abi, functionName: string, args: readonly unknown[], value = 0n): SetUpCall {
  return { to, data: encodeCall(abi, functionName, args), value };
}
