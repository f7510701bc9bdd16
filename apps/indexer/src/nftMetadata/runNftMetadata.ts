import { readNftUris } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import { claimNfts, writeNftOutcomes } from "@portico/store";
import type { NftOutcome, NftTask, Store } from "@portico/store";
import type { Logger } from "pino";
import { runRounds } from "../runRounds.ts";
import { fetchCollectionImages } from "./fetchCollectionImages.ts";
import { fetchInTurn, type Fetching } from "./fetchInTurn.ts";
import { createHosts } from "./hosts.ts";
import type { Hosts } from "./hosts.ts";
import { DEFAULT_NFT_SETTINGS } from "./settings.ts";
import type { NftSettings } from "./settings.ts";

export interface NftMetadataJob {
  db: Store;
  chains: readonly { chain: string; rpc: Rpc }[];
  log: Logger;
  /** Ends the job; unfinished tasks are taken again by the next process. */
  signal: AbortSignal;
  settings?: Partial<NftSettings>;
}

interface Worker extends Required<Omit<NftMetadataJob, "chains">> {
  settings: NftSettings;
  hosts: Hosts;
}

/**
 * Fetches the metadata of queued NFTs until the signal aborts: first the URI of each from its contract, then the
 * metadata from there; likewise the images of collections. Several processes may run it at once. It never throws: failures are logged and retried.
 */
export async function runNftMetadata({ chains, settings: given, ...job }: NftMetadataJob): Promise<void> {
  const settings = { ...DEFAULT_NFT_SETTINGS, ...given };
  const worker: Worker = { ...job, settings, hosts: createHosts(settings) };
  await Promise.all(chains.map(({ chain, rpc }) => runFetching(worker, chain, rpc)));
}

async function runFetching(worker: Worker, chain: string, rpc: Rpc): Promise<void> {
  const { log, signal, settings } = worker;
  const onError = (error: unknown): void => log.warn({ chain, err: error }, "fetching NFT metadata failed");
  await runRounds({ signal, pauseMs: settings.pollMs, onError }, async () => {
    const taken = [await fetchBatch(worker, chain, rpc), await fetchCollectionImages(worker, chain, rpc)];
    return Math.max(...taken) < settings.batch ? "rest" : "more";
  });
}

/** The chain's node is down, which does not count as an attempt. */
const postpone = ({ contract, tokenId, takenUntil }: NftTask): NftOutcome => ({
  contract,
  tokenId,
  takenUntil,
  uri: null,
  kind: "deferred",
  delaySeconds: NODE_DOWN_SECONDS,
});
const NODE_DOWN_SECONDS = 30;

/** Longer than a batch can take. */
const LEASE_SECONDS = 600;

/** @returns how many were taken. */
export async function fetchBatch(worker: Omit<Worker, "log">, chain: string, rpc: Rpc): Promise<number> {
  const { db, settings, signal } = worker;
  const tasks = await claimNfts(db, chain, { limit: settings.batch, leaseSeconds: LEASE_SECONDS });
  if (tasks.length === 0) return 0;
  const uris = await readUris(rpc, tasks).catch(async (error: unknown) => {
    await writeNftOutcomes(db, chain, tasks.map(postpone));
    throw error;
  });
  const outcomes = await Promise.all(tasks.map((task, index) => fetchOne(worker, task, uris[index])));
  if (!signal.aborted) await writeNftOutcomes(db, chain, outcomes);
  return tasks.length;
}

/**
 * Reads at the newest block. If the node fails, each URI is requested separately, so that a contract that crashes the
 * node affects only itself.
 * @returns undefined for each URI that the node could not read.
 */
async function readUris(rpc: Rpc, tasks: readonly NftTask[]): Promise<(string | null | undefined)[]> {
  const blockNumber = await rpc.getBlockNumber();
  try {
    return await readNftUris(rpc, tasks, { blockNumber });
  } catch {
    const alone = await Promise.allSettled(tasks.map((task) => readNftUris(rpc, [task], { blockNumber })));
    return alone.map((answer) => (answer.status === "fulfilled" ? answer.value[0] : undefined));
  }
}

async function fetchOne(worker: Fetching, task: NftTask, uri: string | null | undefined): Promise<NftOutcome> {
  const { contract, tokenId, takenUntil } = task;
  return { contract, tokenId, takenUntil, uri: uri ?? null, ...(await fetchInTurn(worker, task, uri)) };
}
