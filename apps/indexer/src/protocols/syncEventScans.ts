import { createLogSpan, getLogsAdaptive, max, min } from "@portico/evm";
import type { LogSpan } from "@portico/evm";
import { listIdentifiedEvents } from "@portico/protocols";
import {
  addEmitters,
  addIdentifiedEvents,
  advanceEventScan,
  findChainState,
  findEventScan,
  holdChain,
  inTransaction,
  upsertInteractions,
} from "@portico/store";
import { addInteractions, listEmitters, listInteractionRows } from "../decode/interactions.ts";
import type { InteractionSpan } from "../decode/interactions.ts";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

/** A range of blocks is requested each time. */
const POLL_MS = 2_000;
/** A minute each. */
const [ADD_ROUNDS, PAUSED_ROUNDS] = [30, 30];
const MAX_BLOCKS = 2_000;
const MAX_EVENTS = 100;

type ScanWork = Pick<SideWork, "chain" | "db" | "rpc">;

/** What is requested at once: adapted to what the node accepts. */
interface ScanLimits {
  span: LogSpan;
  /** In the filter: nodes limit the number of addresses, each with another message. */
  events: number;
}

export const createScanLimits = (maxBlocks = MAX_BLOCKS): ScanLimits => ({
  span: createLogSpan(maxBlocks),
  events: MAX_EVENTS,
});

/**
 * Collects, in a side job until the signal aborts, interactions in blocks that were indexed before their protocol was
 * known: of contracts that tables list, and of identified ones. It reads from the newest of these blocks to the first
 * indexed one, stores after each range, and continues there after a restart. Failures are logged and retried.
 */
export async function syncEventScans(work: SideWork): Promise<void> {
  const { log, signal } = work;
  const limits = createScanLimits();
  let [round, paused] = [0, 0];
  const onError = (error: unknown): void => {
    paused = PAUSED_ROUNDS;
    log.warn({ err: error }, "reading events of new protocols failed; retrying");
  };
  await runRounds({ signal, pauseMs: POLL_MS, onError }, async () => {
    if (paused-- > 0) return "rest";
    if (round++ % ADD_ROUNDS === 0) await addContracts(work);
    await scanEvents(work, limits);
    return "rest";
  });
}

/** Adds the contracts that were identified since the last time. */
export const addContracts = ({ db, chain }: Pick<ScanWork, "chain" | "db">): Promise<void> =>
  addIdentifiedEvents(db, chain.slug, listIdentifiedEvents(chain.slug));

/**
 * One round, once the chain is synced.
 * @returns whether a range was stored: there may be more.
 * @throws the node's error; the next round requests half as many events.
 */
export async function scanEvents({ db, chain, rpc }: ScanWork, limits: ScanLimits): Promise<boolean> {
  const state = await findChainState(db, chain.slug);
  const head = state?.logs; // balances may be true at an earlier block while the chain catches up
  if (state?.balances === undefined || head === undefined) return false;
  if (state.mode === "owners") return false; // most owners are not stored
  const scan = await findEventScan(db, chain.slug, state.startBlock, limits.events);
  if (scan === undefined) return false;
  const { events, fromBlock: end } = scan;
  const fromBlock = max(state.startBlock, end - BigInt(limits.span.blocks));
  const toBlock = min(end - 1n, head.blockNumber); // after a rewind, later blocks are indexed again
  const address = [...new Set(events.map(({ emitter }) => emitter))];
  const topics = [[...new Set(events.map(({ topic }) => topic))]];
  const filter = { address, topics, fromBlock, toBlock };
  const logs = await getLogsAdaptive(rpc, filter, limits.span).catch((error: unknown) => {
    limits.events = Math.ceil(events.length / 2);
    throw error;
  });
  limits.events = Math.min(MAX_EVENTS, limits.events + 1);
  const interactions = new Map<string, InteractionSpan>();
  for (const log of logs) addInteractions(chain.slug, log, BigInt(log.blockNumber ?? 0n), { interactions });
  return await inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.slug, head))) return false;
    await upsertInteractions(tx, chain.slug, listInteractionRows(interactions.values()));
    await addEmitters(tx, chain.slug, listEmitters(interactions.values()));
    await advanceEventScan(tx, chain.slug, events, fromBlock);
    return true;
  });
}
