import type { Address, Hex } from "viem";
import type { DevnetChain } from "../chains.ts";

/** A transaction and its label. */
export interface ScenarioTransaction {
  chain: DevnetChain;
  from: Address;
  nonce: number;
  /** Name of its action, episode or duty; preparations have their own names, such as "approve before". */
  action: string;
  /** undefined: `data` is a contract's creation code. */
  to: Address | undefined;
  data: Hex;
  /** Wei. */
  value: bigint;
  gas: bigint;
}
