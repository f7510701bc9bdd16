import type { Address, Hex } from "viem";

/** A transaction as it would be sent. What it pays for gas is left out: it changes nothing of what happens. */
export interface SimulatedTransaction {
  from: Address;
  /** undefined: it creates a contract. */
  to: Address | undefined;
  /** Wei. */
  rawValue: bigint;
  data: Hex;
  /** Left out: the sender's next one. */
  nonce?: bigint | undefined;
}

export interface SimulatedBlock {
  blockNumber: bigint;
  timeAt: number;
  gasLimit: bigint;
  /** What the next block is to look like to contracts, where the chain has such things. */
  baseFee: bigint | undefined;
  producer: Address | undefined;
  randomness: Hex | undefined;
}

export interface SimulateOptions {
  /** Everything happens on the state after this block. */
  block: SimulatedBlock;
  /** Executed in this order; the last one is what is asked about. */
  transactions: readonly [...SimulatedTransaction[], SimulatedTransaction];
  /** Whose balances are compared. Lower-case. */
  owner: Address;
  /** ERC-20 form of the chain's coin, whose events tell of wraps; and the contract that shows the coin's own balance. */
  wrappedToken?: Address | null;
  nativeErc20?: Address | null;
  /** Tokens whose balances are compared even when no log tells of them. Lower-case. */
  watched?: readonly Address[];
  /** Whether the last transaction's recipient runs in place of the owner, by the owner's storage and in its name. */
  isDelegateCall?: boolean;
  /** Between two blocks; 12 when not known. */
  blockSeconds?: number;
  /** Ends it before the next question to the node. */
  signal?: AbortSignal;
}

/** `v2` eth_simulateV1, `v1` debug_traceCall, `v0` eth_call. */
export type SimulationWay = "v0" | "v1" | "v2";

export interface SimulatedLog {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

/** What the owner has more after the transaction than before; negative: less. Fees are not in it. */
export interface BalanceChanges {
  /** NATIVE_TOKEN is the chain's coin. */
  tokens: { token: Address; rawAmount: bigint }[];
  nfts: { contract: Address; tokenId: bigint; isErc1155: boolean; rawAmount: bigint }[];
}

export type SimulationOutcome =
  | {
      isSuccess: true;
      /** As the chain charges, refunds taken off. By `v0` what the node estimates. */
      gasUsed: bigint;
      /** With so much gas it did the same. */
      gasLimit: bigint;
      /** undefined: by `v0` nothing is known of them. */
      changes: BalanceChanges | undefined;
    }
  | { isSuccess: false; failure: "reverted"; /** What it returned. */ data: Hex; message: string }
  /** The node would not take it: the sender has not that much, or has sent with this nonce. */
  | RefusedOutcome;

export interface RefusedOutcome {
  isSuccess: false;
  failure: "balance" | "nonce";
  message: string;
}

export interface Simulation {
  way: SimulationWay;
  outcome: SimulationOutcome;
}

/** No node of the chain has a way to simulate this. */
export class CannotSimulateError extends Error {
  override readonly name = "CannotSimulateError";
}
