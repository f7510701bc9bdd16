import { isNodeFault } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Deployed } from "@portico/protocols";
import {
  findChainState,
  holdChain,
  inTransaction,
  noteProtocolError,
  setIdentifyVersion,
  writeProtocolContracts,
} from "@portico/store";
import type { BlockRef, ProtocolContract } from "@portico/store";
import { createErrorText } from "../errorText.ts";
import { identifyContracts } from "./identifyContracts.ts";
import { NODE_FAILURES } from "./nodeFailures.ts";
import { isThere } from "./isThere.ts";
import type { ProtocolProgress } from "./protocolProgress.ts";
import type { SideWork } from "../sideWork.ts";

/** Contracts per batch. */
export const PAGE_SIZE = 500;

export interface IdentifyJob extends SideWork {
  /** Protocols that can have tokens or pools, in order of precedence. */
  deployed: readonly Deployed[];
  progress: ProtocolProgress;
}

/**
 * Identifies contracts with all protocols, and stores the results.
 * @returns false if there is no head, or it was replaced concurrently: then nothing is stored.
 */
export async function identifyPage(job: IdentifyJob, page: readonly Address[]): Promise<boolean> {
  const { db, chain, deployed } = job;
  const answer = await identifyAtHead(job, deployed, page);
  if (answer === undefined) return false;
  const { head, found } = answer;
  return await inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.slug, head))) return false;
    await writeProtocolContracts(tx, chain.slug, head, page, found);
    return true;
  });
}

/**
 * Identifies contracts with some protocols, at the head; those that fail back off.
 * @returns undefined while the chain is not synced, and after the signal.
 */
export async function identifyAtHead(
  job: IdentifyJob,
  candidates: readonly Deployed[],
  page: readonly Address[],
): Promise<{ head: BlockRef; found: ProtocolContract[] } | undefined> {
  const { db, chain, rpc, progress, signal } = job;
  const head = (await findChainState(db, chain.slug))?.balances;
  if (head === undefined || signal.aborted) return undefined;
  const active = candidates.filter(({ id }) => !progress.isBackingOff(id));
  const reading = { rpc, chain, block: head, memory: progress.memory };
  const { found, errors } = await identifyContracts(reading, active, page);
  const ofNode = [...errors.values()].find(isNodeFault);
  if (ofNode !== undefined && ++progress.nodeFailures < NODE_FAILURES) throw ofNode;
  progress.nodeFailures = 0;
  for (const one of active.filter(({ id }) => errors.has(id))) {
    await backOff(job, { one, error: errors.get(one.id), head });
  }
  return { head, found };
}

interface Failure {
  one: Deployed;
  error: unknown;
  head: BlockRef;
}

/** Without its version it checks all contracts again after the backoff. */
async function backOff({ db, chain, rpc, log, progress }: IdentifyJob, { one, error, head }: Failure): Promise<void> {
  const { id } = one;
  progress.backOff(id);
  await setIdentifyVersion(db, chain.slug, id, null);
  if (!(await isThere(rpc, one, head.blockNumber))) return;
  log.warn({ err: error, protocol: id }, "identifying the contracts of a protocol failed; retrying later");
  await noteProtocolError(db, { id, chain: chain.slug, error: toText(error) });
}

const toText = createErrorText([]);
