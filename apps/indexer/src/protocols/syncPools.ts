import { isListed } from "@portico/protocols";
import type { ChainReading, Deployed, Memory, PoolState } from "@portico/protocols";
import {
  findBlockAt,
  findChainState,
  holdChain,
  inTransaction,
  listContractsInUse,
  listIdentifyingProtocols,
  listIdentifyVersions,
  listProtocolContracts,
  listProtocolRows,
  listInteractedContracts,
  noteProtocolError,
  replacePools,
} from "@portico/store";
import type { BlockRef, PoolReceipt, PoolRow } from "@portico/store";
import { isNodeFault } from "@portico/evm";
import type { Address } from "@portico/evm";
import pLimit from "p-limit";
import { createErrorText } from "../errorText.ts";
import { runRounds } from "../runRounds.ts";
import { countUsers } from "./countUsers.ts";
import type { UserCount } from "./countUsers.ts";
import { canIdentify } from "./identifyVersion.ts";
import { NODE_FAILURES } from "./nodeFailures.ts";
import { isThere } from "./isThere.ts";
import { listResponding } from "./syncCatalogue.ts";
import type { ProtocolsJob } from "./protocolsJob.ts";
import { readPools } from "./readPools.ts";
import { loadTokenValues, sumKnown } from "./tokenValues.ts";

const POLL_MS = 5_000;

/**
 * Keeps the contents of protocols' pools, and so their totals, up to date until the signal aborts: each is read at the
 * head every five minutes of the chain's time, less often if it has thousands of pools. A failing one alone is left
 * out: its old data is kept, and its error is stored. Protocols that an operator switched off, or whose contracts could
 * not be identified, are skipped.
 */
export async function syncPools(job: ProtocolsJob): Promise<void> {
  const progress = createPoolProgress();
  const onError = (error: unknown): void => job.log.warn({ err: error }, "reading pools failed; retrying");
  await runRounds({ signal: job.signal, pauseMs: job.pollMs ?? POLL_MS, onError }, async () => {
    await refreshPools(job, progress);
    return "rest";
  });
}

/** The last time that a protocol was read, or failed. */
interface LastRead {
  head: BlockRef;
  knownCount: number;
  /** When all users were counted, unix seconds of the chain; and their counts, by pool id. */
  countedAt: number;
  users: ReadonlyMap<string, UserCount>;
}

/** In-memory state between rounds. */
export interface PoolProgress {
  memory: Memory;
  /** By protocol id. */
  last: Map<string, LastRead>;
  /** Consecutive node failures of a protocol, by its id. */
  nodeFailures: Map<string, number>;
}

export const createPoolProgress = (): PoolProgress => ({ memory: new Map(), last: new Map(), nodeFailures: new Map() });

/** One round: every protocol that is due. Skipped before the chain is synced. */
export async function refreshPools(job: ProtocolsJob, progress: PoolProgress): Promise<void> {
  const { db, chain, signal } = job;
  const deployed = await listResponding(job);
  const withPools = deployed.filter(({ adapter }) => adapter.listPools !== undefined);
  if (withPools.length === 0) return;
  const identified = await listIdentifyVersions(db, chain.slug);
  const off = new Set((await listProtocolRows(db)).filter(({ isOff }) => isOff).map(({ id }) => id));
  const isReady = (one: Deployed): boolean => !off.has(one.id) && (identified.has(one.id) || !canIdentify(one));
  for (const one of await listUsed(job, withPools.filter(isReady))) {
    const head = (await findChainState(db, chain.slug))?.balances;
    if (head === undefined || signal.aborted) return;
    const known = await listKnown(job, one);
    const last = await findValid(job, progress.last.get(one.id));
    if (last !== undefined && !isDue(last, head, known.length)) continue;
    await refresh(job, progress, { deployed: one, head, known, last });
  }
}

/**
 * Without those of the catalogue that have no contracts in the index, and no events: most of hundreds. Two statements
 * for all of them.
 */
async function listUsed({ db, chain }: ProtocolsJob, deployed: readonly Deployed[]): Promise<Deployed[]> {
  const listed = deployed.filter((one) => isListed(one) && (one.signals.tokens ?? []).length === 0);
  const ids = listed.map(({ id }) => id);
  const [identifying, inUse] = await Promise.all([
    listIdentifyingProtocols(db, chain.slug, ids),
    listContractsInUse(db, chain.slug, listed.flatMap(listEmitters)),
  ]);
  const unused = new Set(
    listed.filter((one) => !identifying.has(one.id) && !listEmitters(one).some((emitter) => inUse.has(emitter))),
  );
  return deployed.filter((one) => !unused.has(one));
}

const listKnown = async ({ db, chain }: ProtocolsJob, { id, signals }: Deployed): Promise<Address[]> => {
  const listed = (signals.tokens ?? []).map((token) => token.toLowerCase() as Address);
  return [...new Set([...listed, ...(await listProtocolContracts(db, chain.slug, id))])];
};

/** Undefined if its block was replaced, along with the stored data. */
async function findValid({ db, chain }: ProtocolsJob, last: LastRead | undefined): Promise<LastRead | undefined> {
  if (last === undefined) return undefined;
  const stored = await findBlockAt(db, chain.slug, last.head.blockNumber);
  return stored?.hash === last.head.hash ? last : undefined;
}

const POOL_SECONDS = 300;
const KNOWN_PER_TURN = 2_000;
const MANY_MORE = 1.1;

/** At once if a protocol's contracts were just found. */
const isDue = (last: LastRead, head: BlockRef, knownCount: number): boolean =>
  head.timeAt - last.head.timeAt >= POOL_SECONDS * Math.max(1, Math.ceil(knownCount / KNOWN_PER_TURN)) ||
  knownCount > last.knownCount * MANY_MORE;

interface Turn {
  deployed: Deployed;
  head: BlockRef;
  known: readonly Address[];
  last: LastRead | undefined;
}

const NOBODY: ReadonlyMap<string, UserCount> = new Map();
const USERS_SECONDS = 3_600;

async function refresh(job: ProtocolsJob, progress: PoolProgress, turn: Turn): Promise<void> {
  const { deployed, head, known, last } = turn;
  const isCounted = last !== undefined && head.timeAt - last.countedAt < USERS_SECONDS;
  const before = { users: isCounted ? last.users : NOBODY, countedAt: isCounted ? last.countedAt : head.timeAt };
  const remember = (counts: Pick<LastRead, "countedAt" | "users">): void =>
    void progress.last.set(deployed.id, { head, knownCount: known.length, ...counts });
  try {
    const users = await storePools(job, progress, turn, before.users);
    if (users !== undefined) remember({ users, countedAt: before.countedAt });
    progress.nodeFailures.delete(deployed.id);
  } catch (error) {
    const failures = (progress.nodeFailures.get(deployed.id) ?? 0) + 1;
    progress.nodeFailures.set(deployed.id, failures);
    if (isNodeFault(error) && failures < NODE_FAILURES) throw error;
    remember(before);
    if (!(await isThere(job.rpc, deployed, head.blockNumber))) return;
    job.log.warn({ err: error, protocol: deployed.id }, "reading the pools of a protocol failed; retrying later");
    await noteProtocolError(job.db, { id: deployed.id, chain: job.chain.slug, error: toText(error) });
  }
}

const toText = createErrorText([]);

/** @returns the counted users, by pool id; undefined if the head was replaced concurrently: then nothing is stored. */
async function storePools(
  { db, chain, rpc }: ProtocolsJob,
  { memory }: PoolProgress,
  { deployed, head, known }: Turn,
  counted: ReadonlyMap<string, UserCount>,
): Promise<ReadonlyMap<string, UserCount> | undefined> {
  const reading = { rpc, chain, block: head, memory };
  const emitted = await listInteractedContracts(db, chain.slug, listEmitters(deployed));
  const pools = await readPools(reading, deployed, { known, emitted });
  const rows = await toRows(db, reading, { deployed, head, pools, counted });
  const counting = rows.filter(({ poolId }) => pools.get(poolId)?.isNested !== true);
  const tvlUsd = sumKnown(counting.map(({ depositUsd }) => depositUsd));
  const isStored = await inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.slug, head))) return false;
    const { blockNumber, timeAt } = head;
    await replacePools(tx, chain.slug, deployed.id, { blockNumber, timeAt, tvlUsd, pools: rows });
    return true;
  });
  return isStored ? new Map(rows.map((row) => [row.poolId, row])) : undefined;
}

const listEmitters = ({ signals }: Deployed): Address[] => [
  ...new Set(
    (signals.events ?? []).flatMap(({ emitters = [] }) =>
      emitters === "identified" ? [] : emitters.map((at) => at.toLowerCase() as Address),
    ),
  ),
];

interface ReadState {
  deployed: Deployed;
  head: BlockRef;
  pools: ReadonlyMap<string, PoolState>;
  counted: ReadonlyMap<string, UserCount>;
}

const COUNTS_AT_ONCE = 4;
const UNCOUNTED: UserCount = { userCount: null, valuableUserCount: null };

async function toRows(
  db: ProtocolsJob["db"],
  reading: ChainReading,
  { deployed, head, pools, counted }: ReadState,
): Promise<PoolRow[]> {
  const chain = reading.chain.slug;
  const { blockNumber, timeAt } = head;
  const tokens = [...pools.values()].flatMap(({ supplies }) => supplies.map(({ token }) => token));
  const valueOf = await loadTokenValues(db, chain, tokens);
  const limit = pLimit(COUNTS_AT_ONCE);
  const isCounted = (await findChainState(db, chain))?.mode !== "owners"; // else most users are not stored
  const toRow = async ([poolId, pool]: [string, PoolState]): Promise<PoolRow> => {
    const { name, contracts, supplies: amounts } = pool;
    const depositUsd = sumKnown(amounts.map(valueOf));
    const known = counted.get(poolId);
    const { userCount, valuableUserCount } = !isCounted
      ? UNCOUNTED
      : (known ?? (await limit(() => countUsers(db, reading, { deployed, pool, depositUsd }))));
    const base = {
      chain,
      poolId,
      protocolId: deployed.id,
      name,
      contracts,
      amounts,
      depositUsd,
      receipt: toReceipt(pool, valueOf),
    };
    return { ...base, userCount, valuableUserCount, blockNumber, timeAt };
  };
  return Promise.all([...pools].map(toRow));
}

function toReceipt(
  { depositors, rawShares, supplies }: PoolState,
  valueOf: (amount: PoolState["supplies"][number]) => number | null,
): PoolReceipt | null {
  if (depositors?.by !== "receipt") return null;
  const usd = sumKnown((depositors.supplies ?? supplies).map(valueOf));
  return { token: depositors.token, rawShares, usd };
}
