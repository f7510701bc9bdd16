import type { Deployed } from "@portico/protocols";
import {
  forgetClassification,
  inTransaction,
  listIdentifyVersions,
  listProtocolContracts,
  noteProtocolError,
  setIdentifyVersion,
} from "@portico/store";
import { getIdentifyVersion } from "./identifyVersion.ts";
import { askThese, lookAt, LOOKED_AT_ONCE } from "./lookAt.ts";
import type { Looking } from "./lookAt.ts";

/**
 * Deletes the classifications and errors of adapters that are new, changed or removed since contracts were checked.
 * @returns the adapters that must check what others have checked.
 */
export async function forgetOutdated({ db, chain, deployed, progress }: Looking): Promise<Deployed[]> {
  const known = await listIdentifyVersions(db, chain.id);
  const current = new Set(deployed.map(({ id }) => id));
  const stale = deployed.filter((one) => known.get(one.id) !== getIdentifyVersion(one) && !progress.isResting(one.id));
  const ids = [...stale.map(({ id }) => id), ...[...known.keys()].filter((id) => !current.has(id))];
  if (ids.length === 0) return stale;
  await inTransaction(db, async (tx) => {
    await forgetClassification(tx, chain.id, new Map(ids.map((id) => [id, null])));
    for (const id of ids) await noteProtocolError(tx, { id, chain: chain.id, error: null });
  });
  return stale;
}

/**
 * Runs these adapters on everything that was checked without them. Contracts that they claim are checked by all
 * adapters again: the first in order gets them. Their versions are stored only when it is complete.
 * @param between - Called after each page: new contracts can't wait until all is done.
 */
export async function lookBack(
  looking: Looking,
  stale: readonly Deployed[],
  between: () => Promise<void>,
): Promise<void> {
  if (stale.length === 0) return;
  const { db, chain, deployed, progress } = looking;
  const owners = ["", ...deployed.filter((one) => !stale.includes(one)).map(({ id }) => id)];
  for (const owner of owners) {
    const addresses = await listProtocolContracts(db, chain.id, owner);
    for (let start = 0; start < addresses.length; start += LOOKED_AT_ONCE) {
      const answer = await askThese(looking, stale, addresses.slice(start, start + LOOKED_AT_ONCE));
      if (answer === undefined) return;
      const claimed = [...new Set(answer.found.map(({ address }) => address))];
      if (claimed.length > 0 && !(await lookAt(looking, claimed))) return;
      await between();
    }
  }
  for (const one of stale.filter(({ id }) => !progress.isResting(id))) {
    await setIdentifyVersion(db, chain.id, one.id, getIdentifyVersion(one));
  }
}
