import type { Address, Hex, Rpc } from "@portico/evm";
import type { CallSource } from "../callSource.ts";
import { findNonceSteps, readCount } from "./findNonceSteps.ts";
import { isRefused } from "./isRefused.ts";
import { readSentTransactions } from "./readSentTransactions.ts";

export interface NonceSearch extends CallSource {
  /**
   * Whether the owner's transactions can be found by its nonce: an account without code or delegation and with few
   * transactions, on a node with old state.
   */
  canSearch(owner: Address): Promise<boolean>;
}

/** An account with more is not searched: each costs about 25 reads of old state. */
const MAX_TRANSACTIONS = 200n;
const PAGE_SIZE = 10n;

/** The transactions that an owner sent, by bisection over its past nonces. */
export const createNonceSearch = (
  rpc: Rpc,
  { chainId, pageSize = PAGE_SIZE }: { chainId: number; pageSize?: bigint },
): NonceSearch => ({
  name: "nonce",
  hasInternal: false,
  async canSearch(owner) {
    const limits = await rpc.readLimits();
    if (limits.stateDepth !== undefined) return false;
    const [code, nonce] = await Promise.all([
      rpc.send<Hex>({ method: "eth_getCode", params: [owner, "latest"] }),
      readCount(rpc, owner, "latest"),
      rpc.send({ method: "eth_blockNumber" }), // so that a refusal of old state is recognized by its depth
    ]);
    return code === "0x" && nonce <= MAX_TRANSACTIONS && (await hasOldState(rpc, owner));
  },
  async findPage(owner, toBlock, signal) {
    const steps = await findNonceSteps(rpc, owner, { toBlock, count: pageSize }, signal);
    signal.throwIfAborted();
    const sent = await Promise.all(steps.map((step) => readSentTransactions(rpc, owner, step, chainId)));
    const oldest = steps.at(-1);
    const fromBlock = oldest === undefined || oldest.fromNonce === 0n ? 0n : oldest.blockNumber;
    return { fromBlock, transactions: sent.flat() };
  },
});

/** Only a refusal means that there is none; network failures throw. */
async function hasOldState(rpc: Rpc, owner: Address): Promise<boolean> {
  try {
    await readCount(rpc, owner, 1n);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
