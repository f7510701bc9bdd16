import type { Address, Hex } from "viem";
import type { PocketChain } from "../chains.ts";

/** A transaction, and what it was meant to be. */
export interface Deed {
  chain: PocketChain;
  from: Address;
  nonce: number;
  /** The name of the action, episode or duty that it is; what prepares another has a name of its own, such as "approve before". */
  deed: string;
  /** undefined: `data` is a contract's creation code. */
  to: Address | undefined;
  data: Hex;
  /** Wei. */
  value: bigint;
  gas: bigint;
}
