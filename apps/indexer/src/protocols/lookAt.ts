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

/** Contracts looked at at once. */
export const LOOKED_AT_ONCE = 500;

export interface Looking extends SideWork {
  /** Protocols that can have tokens or pools, in the order in which they may claim them. */
  deployed: readonly Deployed[];
  progress: ProtocolProgress;
}

/**
 * Asks all protocols about contracts, and stores whose they are.
 * @returns false when there is no head to look at, or it was taken back meanwhile: then nothing is stored.
 */
export async function lookAt(looking: Looking, page: readonly Address[]): Promise<boolean> {
  const { db, chain, deployed } = looking;
  const answer = await askThese(looking, deployed, page);
  if (answer === undefined) return false;
  const { head, found } = answer;
  return await inTransaction(db, async (tx) => {
    if (!(await holdChain(tx, chain.id, head))) return false;
    await writeProtocolContracts(tx, chain.id, head.blockNumber, page, found);
    return true;
  });
}

/**
 * Asks some protocols about contracts, at the head; those that fail rest from then on.
 * @returns undefined while the chain is not synced, and when all is over.
 */
export async function askThese(
  looking: Looking,
  asked: readonly Deployed[],
  page: readonly Address[],
): Promise<{ head: BlockRef; found: ProtocolContract[] } | undefined> {
  const { db, chain, rpc, progress, signal } = looking;
  const head = (await findChainState(db, chain.id))?.balances;
  if (head === undefined || signal.aborted) return undefined;
  const active = asked.filter(({ id }) => !progress.isResting(id));
  const reading = { rpc, chain, block: head, memory: progress.memory };
  const { found, errors } = await identifyContracts(reading, active, page);
  const ofNode = [...errors.values()].find(isNodeFault);
  if (ofNode !== undefined && ++progress.nodeFailures < NODE_FAILURES) throw ofNode;
  progress.nodeFailures = 0;
  for (const one of active.filter(({ id }) => errors.has(id))) {
    await putToRest(looking, { one, error: errors.get(one.id), head });
  }
  return { head, found };
}

interface Failure {
  one: Deployed;
  error: unknown;
  head: BlockRef;
}

/** Without its version it looks at all contracts anew, once it has rested. */
async function putToRest({ db, chain, rpc, log, progress }: Looking, { one, error, head }: Failure): Promise<void> {
  const { id } = one;
  progress.putToRest(id);
  await setIdentifyVersion(db, chain.id, id, null);
  if (!(await isThere(rpc, one, head.blockNumber))) return;
  log.warn({ err: error, protocol: id }, "a protocol's contracts could not be told; it is tried again later");
  await noteProtocolError(db, { id, chain: chain.id, error: toText(error) });
}

const toText = createErrorText([]);
