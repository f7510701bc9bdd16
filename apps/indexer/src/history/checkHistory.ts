import { findCause, isContractCode, NATIVE_TOKEN, RpcCallError } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { endHistory, holdChain, inTransaction, readHistorySums, storeHistoryGaps } from "@portico/store";
import type { HistoryGap, HistoryState, OwnerHistory } from "@portico/store";
import { numberToHex } from "viem";
import type { HistoryWork } from "./historyWork.ts";
import { explainNonces } from "./nonces/explainNonces.ts";
import type { NonceUse } from "./nonces/explainNonces.ts";

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
 * @returns false while balances wait to be read: then it does not end.
 */
export async function checkHistory(work: HistoryWork, ended: EndedPasses): Promise<boolean> {
  const { chain, db, rpc, head, inTurn } = work;
  const { history } = ended;
  const { owner } = history;
  const sums = await readHistorySums(db, chain.slug, owner, head.blockNumber);
  if (sums.isPending) return false;
  const [missing, gaps] = await Promise.all([
    countMissing(work, owner, sums.sentCount),
    withoutGenesis(rpc, owner, sums.gaps),
  ]);
  const { ending, named } = judge(ended, missing, gaps);
  await inTurn(() =>
    inTransaction(db, async (tx) => {
      await holdChain(tx, chain.slug);
      if (await endHistory(tx, chain.slug, history, ending)) await storeHistoryGaps(tx, chain.slug, owner, named);
    }),
  );
  return true;
}

interface Judgement {
  ending: { state: Exclude<HistoryState, "collecting">; reason?: string };
  /** What is missing although it was searched for. */
  named: readonly HistoryGap[];
}

function judge(
  { history, ...ended }: EndedPasses,
  { missing, isDelegated }: NonceUse,
  gaps: readonly HistoryGap[],
): Judgement {
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
    const reason = isDelegated
      ? `nothing was found that used ${missing} of the owner's nonces: authorizations in transactions of others, or sent transactions`
      : `${missing} transactions that the owner sent were not found`;
    return { ending: { state: "partial", reason }, named: gaps };
  }
  const tokens = open.slice(0, MAX_NAMED).map(({ token }) => token);
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : "";
  const isInternal = history.lacksInternal && open.some(({ token }) => token === NATIVE_TOKEN);
  const source = isInternal ? `the source ${history.callsSource} finds no internal transfers: ` : "";
  const reason = `${source}the changes do not add up to the balances of ${tokens.join(", ")}${more}`;
  return { ending: { state: "partial", reason }, named: gaps };
}

const MAX_NAMED = 3;

/** The nonces of the account that nothing stored explains; 0 for contracts, which have another nonce. */
async function countMissing(work: HistoryWork, owner: Address, stored: bigint): Promise<NonceUse> {
  const { rpc, head } = work;
  const at = numberToHex(head.blockNumber);
  const [code, nonce] = await Promise.all([
    rpc.send<Hex>({ method: "eth_getCode", params: [owner, at] }),
    rpc.send<Hex>({ method: "eth_getTransactionCount", params: [owner, at] }),
  ]);
  const [count, missing] = [BigInt(nonce), BigInt(nonce) - stored];
  if (isContractCode(code) || missing <= 0n) return { missing: 0n, isDelegated: false };
  return await explainNonces(work, { owner, blockNumber: head.blockNumber, count, code, missing });
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
