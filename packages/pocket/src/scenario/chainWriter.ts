import { type Address, type Hex, numberToHex } from "viem";
import type { Rpc, RpcCall } from "../anvil/rpc.ts";
import type { PocketChain, PocketChainFacts } from "../chains.ts";
import type { Deed } from "./deed.ts";

export interface Transaction {
  from: Address;
  /** Undefined: `data` is a contract's creation code. */
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas: bigint;
  /** Label of the transaction; default: the writer's label. */
  deed?: string;
}

/** Collects transactions and mines them as one block, in the order in which they were added. */
export interface ChainWriter {
  add(transaction: Transaction): void;
  /**
   * Mines the added transactions at this time (unix seconds, later than the last block's); default: one block interval
   * later.
   */
  mine(timeAt?: number): Promise<void>;
  /** Returns the added transactions instead of mining them. */
  take(): Deed[];
  /** Label of transactions added from now on. */
  deed: string;
  readonly pendingCount: number;
  /** Of the last block. */
  readonly timeAt: number;
  readonly transactionCount: number;
  readonly blockCount: number;
}

const BLOCK_INTERVAL_S = 12;

export interface ChainWriterOptions {
  chain: PocketChain;
  facts: PocketChainFacts;
  /** Unix seconds. */
  startTimeAt: number;
  /** Receives mined transactions; default: none. */
  record?: ((deeds: readonly Deed[]) => void) | undefined;
}

/** Nonces, fees and times are all set here, so that nothing depends on the clock or on anvil's defaults. */
export function createChainWriter(rpc: Rpc, { chain, facts, startTimeAt, record }: ChainWriterOptions): ChainWriter {
  const { baseFee, tip } = facts;
  const nonces = new Map<Address, number>();
  const fees = { maxFeePerGas: numberToHex(2n * baseFee + tip), maxPriorityFeePerGas: numberToHex(tip) };
  let pending: Deed[] = [];
  const state = { deed: "set up", timeAt: startTimeAt, transactionCount: 0, blockCount: 0 };

  return {
    add({ from, to, data = "0x", value = 0n, gas, deed = state.deed }) {
      const nonce = nonces.get(from) ?? 0;
      nonces.set(from, nonce + 1);
      pending.push({ chain, from, nonce, deed, to, data, value, gas });
    },
    take() {
      const taken = pending;
      pending = [];
      return taken;
    },
    async mine(timeAt = state.timeAt + BLOCK_INTERVAL_S) {
      const deeds = pending;
      pending = [];
      await rpc.batch([
        ["evm_setNextBlockTimestamp", [timeAt]],
        ["anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]],
        ...deeds.map((deed): RpcCall => ["eth_sendTransaction", [{ ...toFields(deed), ...fees }]]),
      ]);
      await rpc.call("evm_mine");
      state.timeAt = timeAt;
      state.transactionCount += deeds.length;
      state.blockCount += 1;
      record?.(deeds);
    },
    get deed() {
      return state.deed;
    },
    set deed(deed) {
      state.deed = deed;
    },
    get pendingCount() {
      return pending.length;
    },
    get timeAt() {
      return state.timeAt;
    },
    get transactionCount() {
      return state.transactionCount;
    },
    get blockCount() {
      return state.blockCount;
    },
  };
}

const toFields = ({ from, nonce, to, data, value, gas }: Deed) => ({
  from,
  to,
  data,
  value: numberToHex(value),
  gas: numberToHex(gas),
  nonce: numberToHex(nonce),
});
