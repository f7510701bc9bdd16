import { EndpointError, findCause, max, min } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import type { CallSource } from "../callSource.ts";
import { isRefused } from "./isRefused.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import { listKnownCalls } from "./listKnownCalls.ts";
import type { KnownCall } from "./listKnownCalls.ts";
import { createOtterscanSource, OTS_SEARCH, searchBefore } from "./otterscan.ts";
import type { BlockRange } from "./readFound.ts";
import { DenseRangeError, readTracedRange, TRACE_FILTER } from "./readTracedRange.ts";
import { createTraceFilterSource, MIN_TRACED_BLOCKS } from "./traceFilter.ts";

/**
 * The best source of the node itself, by searches for known transactions; undefined: it has none that reaches through
 * the whole chain. Costs about 30 requests at most.
 * @param head - The newest block.
 * @throws if the node does not respond.
 */
export async function findNodeCallSource(rpc: Rpc, head: bigint): Promise<CallSource | undefined> {
  const limits = await rpc.readLimits();
  const { traceBlocks = Number.POSITIVE_INFINITY } = limits;
  const mayOts = !limits.lacks(OTS_SEARCH);
  const mayTrace = !limits.lacks(TRACE_FILTER) && traceBlocks >= Math.min(MIN_TRACED_BLOCKS, Number(head));
  if (!mayOts && !mayTrace) return undefined;
  const known = await listKnownCalls(rpc, head);
  if (known.length === 0) return undefined;
  if (mayOts && !(await isReth(rpc)) && (await can(() => hasOtsIndex(rpc, known, head))))
    return createOtterscanSource(rpc);
  if (mayTrace && (await can(() => hasTraces(rpc, known, head)))) return createTraceFilterSource(rpc);
  return undefined;
}

/** Reth executes the blocks of the whole chain again for every search. */
async function isReth(rpc: Rpc): Promise<boolean> {
  let version = "";
  await can(async () => {
    version = String(await rpc.send({ method: "web3_clientVersion" }));
    return true;
  });
  return /^reth/i.test(version);
}

const PAGE_SIZE = 25;

/** A search from the head must not end before an old call: some nodes scan a few blocks and report the end. */
async function hasOtsIndex(rpc: Rpc, known: readonly KnownCall[], head: bigint): Promise<boolean> {
  for (const { address, hash, blockNumber } of known) {
    const { transactions } = await searchBefore(rpc, address, blockNumber + 1n, PAGE_SIZE);
    if (!transactions.some((transaction) => transaction.hash === hash)) return false;
    const newest = await searchBefore(rpc, address, head + 1n, PAGE_SIZE);
    if (newest.isLast && !newest.transactions.some((transaction) => transaction.hash === hash)) return false;
  }
  return true;
}

const MAX_TRACES = 1_000;

async function hasTraces(rpc: Rpc, [sent, ...called]: readonly KnownCall[], head: bigint): Promise<boolean> {
  const first = max(1n, sent!.blockNumber - BigInt(MIN_TRACED_BLOCKS) + 1n);
  const range = { fromBlock: first, toBlock: min(head, first + BigInt(MIN_TRACED_BLOCKS) - 1n) };
  if (!(await isTraced(rpc, sent!, range))) return false;
  for (const call of called)
    if (!(await isTraced(rpc, call, { fromBlock: call.blockNumber, toBlock: call.blockNumber }))) return false;
  return true;
}

async function isTraced(rpc: Rpc, { address, hash }: KnownCall, range: BlockRange): Promise<boolean> {
  try {
    const { transactions } = await readTracedRange(rpc, address, range, MAX_TRACES);
    return transactions.some((transaction) => transaction.hash === hash);
  } catch (error) {
    if (error instanceof DenseRangeError) return true; // it matches addresses, and takes such a range
    throw error;
  }
}

/** Refusals, invalid replies and timeouts mean no; network failures and rate limits throw. */
async function can(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    const failed = findCause(error, EndpointError);
    if (isRefused(error) || findCause(error, InvalidReplyError) !== undefined) return false;
    if (failed?.kind === "timeout" || failed?.kind === "slow" || failed?.kind === "oversize") return false;
    throw error;
  }
}
