import { type Address, type Hex, numberToHex } from "viem";
import type { Rpc, RpcCall } from "../anvil/rpc.ts";
import type { PocketChainFacts } from "../chains.ts";

export interface Transaction {
  from: Address;
  /** Left out: `data` is a contract's creation code. */
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas: bigint;
}

/** Collects transactions and mines them as one block, in the order in which they were added. */
export interface ChainWriter {
  add(transaction: Transaction): void;
  /** Mines what was added at this time (unix seconds, later than the last block's); default: one block interval later. */
  mine(timeAt?: number): Promise<void>;
  readonly pendingCount: number;
  /** Of the last block. */
  readonly timeAt: number;
  readonly transactionCount: number;
  readonly blockCount: number;
}

const BLOCK_INTERVAL_S = 12;

/** Nonces, fees and times are all set here, so that nothing depends on the clock or on what anvil would choose. */
export function createChainWriter(rpc: Rpc, { baseFee, tip }: PocketChainFacts, startTimeAt: number): ChainWriter {
  const nonces = new Map<Address, number>();
  const fees = { maxFeePerGas: numberToHex(2n * baseFee + tip), maxPriorityFeePerGas: numberToHex(tip) };
  let pending: RpcCall[] = [];
  const state = { timeAt: startTimeAt, transactionCount: 0, blockCount: 0 };

  return {
    add({ from, to, data, value, gas }) {
      const nonce = nonces.get(from) ?? 0;
      nonces.set(from, nonce + 1);
      const fields = { from, to, data, value: numberToHex(value ?? 0n), gas: numberToHex(gas), ...fees };
      pending.push(["eth_sendTransaction", [{ ...fields, nonce: numberToHex(nonce) }]]);
    },
    async mine(timeAt = state.timeAt + BLOCK_INTERVAL_S) {
      const calls = pending;
      pending = [];
      await rpc.batch([
        ["evm_setNextBlockTimestamp", [timeAt]],
        ["anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]],
        ...calls,
      ]);
      await rpc.call("evm_mine");
      state.timeAt = timeAt;
      state.transactionCount += calls.length;
      state.blockCount += 1;
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
