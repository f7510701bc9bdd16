import { type Address, type Hex, numberToHex } from "viem";
import type { Rpc, RpcCall } from "../anvil/rpc.ts";
import type { DevnetChain, DevnetChainConfig } from "../chains.ts";
import type { Random } from "./random.ts";
import type { ScenarioTransaction } from "./scenarioTransaction.ts";

export interface Transaction {
  from: Address;
  /** Undefined: `data` is a contract's creation code. */
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas: bigint;
  /** Label of the transaction; default: the writer's label. */
  action?: string;
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
  take(): ScenarioTransaction[];
  /** Label of transactions added from now on. */
  action: string;
  readonly pendingCount: number;
  /** Of the last block. */
  readonly timeAt: number;
  readonly transactionCount: number;
  readonly blockCount: number;
}

const BLOCK_INTERVAL_S = 12;

export interface ChainWriterOptions {
  chain: DevnetChain;
  config: DevnetChainConfig;
  /** Unix seconds. */
  startTimeAt: number;
  /** Of tips. */
  random: Random;
  /** Receives mined transactions; default: none. */
  record?: ((transactions: readonly ScenarioTransaction[]) => void) | undefined;
}

/** The lowest and highest share of the chain's usual tip that senders offer. */
const TIP_SHARES = [0.5, 2] as const;
const PERCENT = 100;

/** Nonces, fees and times are all set here, so that nothing depends on the clock or on anvil's defaults. */
export function createChainWriter(
  rpc: Rpc,
  { chain, config, startTimeAt, random, record }: ChainWriterOptions,
): ChainWriter {
  const { baseFee, tip } = config;
  const nonces = new Map<Address, number>();
  const maxFeePerGas = numberToHex(2n * baseFee + tip);
  const offerFees = () => {
    const percent = BigInt(Math.round(random.magnitude(...TIP_SHARES) * PERCENT));
    return { maxFeePerGas, maxPriorityFeePerGas: numberToHex((tip * percent) / BigInt(PERCENT)) };
  };
  let pending: ScenarioTransaction[] = [];
  const state = { action: "set up", timeAt: startTimeAt, transactionCount: 0, blockCount: 0 };

  return {
    add({ from, to, data = "0x", value = 0n, gas, action = state.action }) {
      const nonce = nonces.get(from) ?? 0;
      nonces.set(from, nonce + 1);
      pending.push({ chain, from, nonce, action, to, data, value, gas });
    },
    take() {
      const taken = pending;
      pending = [];
      return taken;
    },
    async mine(timeAt = state.timeAt + BLOCK_INTERVAL_S) {
      const transactions = pending;
      pending = [];
      await rpc.batch([
        ["evm_setNextBlockTimestamp", [timeAt]],
        ["anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]],
        ...transactions.map((action): RpcCall => ["eth_sendTransaction", [{ ...toFields(action), ...offerFees() }]]),
      ]);
      await rpc.call("evm_mine");
      state.timeAt = timeAt;
      state.transactionCount += transactions.length;
      state.blockCount += 1;
      record?.(transactions);
    },
    get action() {
      return state.action;
    },
    set action(action) {
      state.action = action;
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

const toFields = ({ from, nonce, to, data, value, gas }: ScenarioTransaction) => ({
  from,
  to,
  data,
  value: numberToHex(value),
  gas: numberToHex(gas),
  nonce: numberToHex(nonce),
});
