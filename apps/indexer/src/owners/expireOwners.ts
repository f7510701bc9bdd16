import {
  deleteHistories,
  deleteUnrequestedHolderScans,
  findChainState,
  inTransaction,
  listUnrequestedHistories,
  listUnrequestedOwners,
  removeFollowedOwners,
} from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

const PAUSE_MS = 600_000;
const AT_ONCE = 100;

/**
 * Stops following owners that nobody requested for so many days, in a side job until the signal aborts, where only
 * owners are indexed, and deletes the holders of tokens that nobody requested. In a full index, what such owners did
 * before its first block is deleted. Failures are logged and retried.
 */
export async function expireOwners({ db, chain, log, signal }: SideWork, days: number): Promise<void> {
  const onError = (error: unknown): void => log.warn({ err: error }, "removing followed owners failed; retrying");
  await runRounds({ signal, pauseMs: PAUSE_MS, onError }, async () => {
    const isFull = (await findChainState(db, chain.slug))?.mode !== "owners"; // all holders are in the index
    await inTransaction(db, (tx) => deleteUnrequestedHolderScans(tx, chain.slug, isFull ? 0 : days));
    const list = isFull ? listUnrequestedHistories : listUnrequestedOwners;
    const owners = await list(db, { chain: chain.slug, days, limit: AT_ONCE });
    if (owners.length === 0) return "rest";
    await (isFull ? deleteHistories : removeFollowedOwners)(db, chain.slug, owners);
    const done = isFull ? "deleted the histories of owners" : "stopped following owners";
    log.info({ owners: owners.length, days }, `${done} that nobody requested`);
    return owners.length < AT_ONCE ? "rest" : "more";
  });
}
