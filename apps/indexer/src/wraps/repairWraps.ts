import { topics, ZERO_ADDRESS } from "@portico/evm";
import type { Chain, Rpc } from "@portico/evm";
import { holdChain, inTransaction, listWrapRepairs, repairWraps as storeRepair } from "@portico/store";
import type { WrapLogs, WrapRepair } from "@portico/store";
import type { Log } from "viem";
import { isAddressWord, toAddress, toLowerCase, toUint, wordAt } from "../decode/logDecoder.ts";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

const PAUSE_MS = 5_000;
/** Receipts per round. */
const AT_ONCE = 50;

/**
 * Repairs, in a side job until none waits, transactions in which an earlier version may have stored wraps of the coin
 * twice: their receipts tell. Those without a receipt wait until the next start.
 */
export async function repairWraps(work: SideWork, pauseMs = PAUSE_MS): Promise<void> {
  const { chain, log, signal } = work;
  const onError = (error: unknown): void => log.warn({ err: error }, "repairing doubled wraps failed; retrying");
  let after: WrapRepair | undefined;
  let missing = 0;
  await runRounds({ signal, pauseMs, onError }, async () => {
    const page = await listWrapRepairs(work.db, chain.slug, AT_ONCE, after);
    for (const repair of page) {
      if (signal.aborted) return "done";
      if (!(await repairTransaction(work, repair))) missing++;
      after = repair;
    }
    return page.length < AT_ONCE ? "done" : "rest";
  });
  if (missing > 0) log.warn({ missing }, "the node has no receipts of transactions whose wraps may be stored twice");
}

/** @returns whether the node has the transaction's receipt. */
async function repairTransaction({ db, chain, rpc }: SideWork, repair: WrapRepair): Promise<boolean> {
  const { wrappedToken } = chain;
  const logs = wrappedToken === null ? [] : await readWrapLogs(rpc, chain, repair);
  if (logs === undefined) return false;
  await inTransaction(db, async (tx) => {
    await holdChain(tx, chain.slug);
    await storeRepair(tx, chain.slug, wrappedToken ?? ZERO_ADDRESS, { ...repair, logs });
  });
  return true;
}

/** @returns undefined without a receipt; nothing if the transaction is in another block. */
async function readWrapLogs(
  rpc: Rpc,
  { wrappedToken }: Chain,
  { blockNumber, txHash }: WrapRepair,
): Promise<WrapLogs[] | undefined> {
  const receipt = await rpc.request({ method: "eth_getTransactionReceipt", params: [txHash] });
  if (receipt === null) return undefined;
  if (BigInt(receipt.blockNumber) !== blockNumber) return [];
  const groups = new Map<string, WrapLogs & { transfers: number[] }>();
  for (const log of receipt.logs) {
    const wrap = toLowerCase(log.address) === wrappedToken ? readWrap(log) : undefined;
    if (wrap === undefined) continue;
    const { owner, isInbound, rawAmount, isTransfer } = wrap;
    const key = `${owner} ${isInbound} ${rawAmount}`;
    const group = groups.get(key) ?? { owner, isInbound, rawAmount, transfers: [], eventCount: 0 };
    groups.set(key, group);
    if (isTransfer) group.transfers.push(Number(log.logIndex));
    else group.eventCount++;
  }
  return [...groups.values()];
}

type Wrap = Pick<WrapLogs, "isInbound" | "owner" | "rawAmount"> & { isTransfer: boolean };

function readWrap({ topics: [event, ...words], data }: Pick<Log, "data" | "topics">): Wrap | undefined {
  const amount = wordAt(data, 0);
  if (amount === undefined || !words.every(isAddressWord)) return undefined;
  const [first, second] = words.map(toAddress);
  const rawAmount = toUint(amount);
  if (first === undefined) return undefined;
  if (event === topics.transfer && second !== undefined) {
    if (first !== ZERO_ADDRESS && second !== ZERO_ADDRESS) return undefined;
    const isInbound = first === ZERO_ADDRESS;
    return { owner: isInbound ? second : first, isInbound, rawAmount, isTransfer: true };
  }
  if (second !== undefined || (event !== topics.wrappedDeposit && event !== topics.wrappedWithdrawal)) return undefined;
  return { owner: first, isInbound: event === topics.wrappedDeposit, rawAmount, isTransfer: false };
}
