import { findCause, NATIVE_TOKEN, RpcCallError } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { endHistory, holdChain, inTransaction, readHistorySums, storeHistoryGaps } from "@portico/store";
import type { HistoryGap, HistoryState, OwnerHistory } from "@portico/store";
import { numberToHex } from "viem";
import type { HistoryWork } from "./historyWork.ts";

export const LIMIT_REACHED = "the limit of transactions was reached";

/** How the passes of a history ended. */
export interface EndedPasses {
  history: OwnerHistory;
  /** Why the pass did not reach genesis; undefined: it did. */
  callsObstacle: string | undefined;
  logsObstacle: string | undefined;
}

/**
 * Compares a collected history with the node: it is complete if the owner sent as many transactions as its nonce says, and
 * the changes of each token add up to its balance. What is missing is stored as residuals of the history's blocks.
 * It does not end while balances wait to be read.
 */
export async function checkHistory(work: HistoryWork, ended: EndedPasses): Promise<void> {
  const { chain, db, rpc, head, inTurn } = work;
  const { history } = ended;
  const { owner } = history;
  const sums = await readHistorySums(db, chain.slug, owner, head.blockNumber);
  if (sums.isPending) return;
  const [missing, gaps] = await Promise.all([
    countMissing(rpc, owner, head.blockNumber, sums.sentCount),
    withoutGenesis(rpc, owner, sums.gaps),
  ]);
  const { ending, named } = judge(ended, missing, gaps);
  await inTurn(() =>
    inTransaction(db, async (tx) => {
      await holdChain(tx, chain.slug);
      if (await endHistory(tx, chain.slug, history, ending)) await storeHistoryGaps(tx, chain.slug, owner, named);
    }),
  );
}

interface Judgement {
  ending: { state: Exclude<HistoryState, "collecting">; reason?: string };
  /** What is missing although it was searched for. */
  named: readonly HistoryGap[];
}

function judge({ history, ...ended }: EndedPasses, missing: bigint, gaps: readonly HistoryGap[]): Judgement {
  const { callsObstacle, logsObstacle } = ended;
  const open = gaps.filter(({ isVerified }) => isVerified);
  const isClosed = missing === 0n && open.length === 0;
  if (isClosed && (callsObstacle ?? logsObstacle) !== LIMIT_REACHED && (history.callsFrom ?? history.logsFrom) === 0n)
    return { ending: { state: "complete" }, named: gaps };
  if (logsObstacle !== undefined) return { ending: { state: "partial", reason: logsObstacle }, named: [] };
  if (callsObstacle !== undefined) {
    const state = history.callsFrom === undefined ? "tokens" : "partial";
    return { ending: { state, reason: callsObstacle }, named: gaps.filter(({ token }) => token !== NATIVE_TOKEN) };
  }
  if (missing > 0n) {
    const reason = `${missing} transactions that the owner sent were not found`;
    return { ending: { state: "partial", reason }, named: gaps };
  }
  const tokens = open.slice(0, MAX_NAMED).map(({ token }) => token);
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : "";
  const reason = `the changes do not add up to the balances of ${tokens.join(", ")}${more}`;
  return { ending: { state: "partial", reason }, named: gaps };
}

const MAX_NAMED = 3;

/** The number of transactions that the account sent, and that are not stored; 0 for contracts, which have another nonce. */
async function countMissing(rpc: Rpc, owner: Address, blockNumber: bigint, stored: bigint): Promise<bigint> {
  const at = numberToHex(blockNumber);
  const [code, nonce] = await Promise.all([
    rpc.send<Hex>({ method: "eth_getCode", params: [owner, at] }),
    rpc.send<Hex>({ method: "eth_getTransactionCount", params: [owner, at] }),
  ]);
  const missing = BigInt(nonce) - stored;
  return code !== "0x" || missing < 0n ? 0n : missing;
}

/** Without what the account had in the genesis block, if the node has its state. */
async function withoutGenesis(rpc: Rpc, owner: Address, gaps: readonly HistoryGap[]): Promise<HistoryGap[]> {
  const coin = gaps.find(({ token }) => token === NATIVE_TOKEN);
  if (coin === undefined) return [...gaps];
  const allocated = await readGenesisBalance(rpc, owner);
  return gaps
    .map((gap) => (gap === coin ? { ...gap, rawAmount: gap.rawAmount - allocated } : gap))
    .filter(({ rawAmount }) => rawAmount !== 0n);
}

/** 0 if the node has pruned the state. */
async function readGenesisBalance(rpc: Rpc, owner: Address): Promise<bigint> {
  try {
    return BigInt(await rpc.send<Hex>({ method: "eth_getBalance", params: [owner, "0x0"] }));
  } catch (error) {
    if (findCause(error, RpcCallError) === undefined) throw error;
    return 0n;
  }
}
