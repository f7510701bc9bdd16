import type { Address, Hex } from "viem";

/** A transaction to simulate. Its gas price is left out: it doesn't affect the result. */
export interface SimulatedTransaction {
  from: Address;
  /** undefined: contract creation. */
  to: Address | undefined;
  /** Wei. */
  rawValue: bigint;
  data: Hex;
  /** Undefined: the sender's next one. */
  nonce?: bigint | undefined;
}

export interface SimulatedBlock {
  blockNumber: bigint;
  timeAt: number;
  gasLimit: bigint;
  /** Fields of the next block, if the chain has them. */
  baseFee: bigint | undefined;
  producer: Address | undefined;
  randomness: Hex | undefined;
}

export interface SimulateOptions {
  /** Transactions are simulated on the state after this block. */
  block: SimulatedBlock;
  /** Executed in this order; the result is that of the last one. */
  transactions: readonly [...SimulatedTransaction[], SimulatedTransaction];
  /** The account whose balances are compared. Lower-case. */
  owner: Address;
  /** ERC-20 form of the native coin, whose events report wraps; and the contract that shows the native balance. */
  wrappedToken?: Address | null;
  nativeErc20?: Address | null;
  /** Tokens whose balances are compared even without logs. Lower-case. */
  watched?: readonly Address[];
  /** Whether the last transaction's recipient runs as the owner, with its storage and identity. */
  isDelegateCall?: boolean;
  /** Block time; 12 if unknown. */
  blockSeconds?: number;
  /** Ends it before the next RPC call. */
  signal?: AbortSignal;
}

/** `v2` eth_simulateV1, `v1` debug_traceCall, `v0` eth_call. */
export type SimulationWay = "v0" | "v1" | "v2";

export interface SimulatedLog {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

/** The owner's balance changes by the transaction; negative: less. Without fees. */
export interface BalanceChanges {
  /** NATIVE_TOKEN is the native coin. */
  tokens: { token: Address; rawAmount: bigint }[];
  nfts: { contract: Address; tokenId: bigint; isErc1155: boolean; rawAmount: bigint }[];
}

export type SimulationOutcome =
  | {
      isSuccess: true;
      /** As charged, less refunds. With `v0` the node's estimate. */
      gasUsed: bigint;
      /** A gas limit with the same effect. */
      gasLimit: bigint;
      /** undefined: unknown, with `v0` if it runs code that the node can't trace. */
      changes: BalanceChanges | undefined;
    }
  | { isSuccess: false; failure: "reverted"; /** Return data. */ data: Hex; message: string }
  /** The node would reject it: insufficient funds, or a used nonce. */
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

/** No node of the chain can simulate this. */
export class CannotSimulateError extends Error {
  override readonly name = "CannotSimulateError";
}
