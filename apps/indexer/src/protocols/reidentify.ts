import type { Deployed } from "@portico/protocols";
import {
  deleteClassification,
  inTransaction,
  listIdentifyVersions,
  listProtocolContracts,
  noteProtocolError,
  setIdentifyVersion,
} from "@portico/store";
import { getIdentifyVersion } from "./identifyVersion.ts";
import { identifyAtHead, identifyPage, PAGE_SIZE } from "./identifyPage.ts";
import type { IdentifyJob } from "./identifyPage.ts";

/**
 * Deletes the classifications and errors of adapters that are new, changed or removed since contracts were checked.
 * @returns the adapters that must check what others have checked.
 */
export async function deleteOutdated({ db, chain, deployed, progress }: IdentifyJob): Promise<Deployed[]> {
  const known = await listIdentifyVersions(db, chain.slug);
  const current = new Set(deployed.map(({ id }) => id));
  const stale = deployed.filter(
    (one) => known.get(one.id) !== getIdentifyVersion(one) && !progress.isBackingOff(one.id),
  );
  const ids = [...stale.map(({ id }) => id), ...[...known.keys()].filter((id) => !current.has(id))];
  if (ids.length === 0) return stale;
  await inTransaction(db, async (tx) => {
    await deleteClassification(tx, chain.slug, new Map(ids.map((id) => [id, null])));
    for (const id of ids) await noteProtocolError(tx, { id, chain: chain.slug, error: null });
  });
  return stale;
}

/**
 * Runs these adapters on everything that was checked without them. Contracts that they claim are checked by all
 * adapters again: the first in order gets them. Their versions are stored only when it is complete.
 * @param between - Called after each page: new contracts can't wait until all is done.
 */
export async function reidentify(
  job: IdentifyJob,
  stale: readonly Deployed[],
  between: () => Promise<void>,
): Promise<void> {
  if (stale.length === 0) return;
  const { db, chain, deployed, progress } = job;
  const owners = ["", ...deployed.filter((one) => !stale.includes(one)).map(({ id }) => id)];
  for (const owner of owners) {
    const addresses = await listProtocolContracts(db, chain.slug, owner);
    for (let start = 0; start < addresses.length; start += PAGE_SIZE) {
      const answer = await identifyAtHead(job, stale, addresses.slice(start, start + PAGE_SIZE));
      if (answer === undefined) return;
      const claimed = [...new Set(answer.found.map(({ address }) => address))];
      if (claimed.length > 0 && !(await identifyPage(job, claimed))) return;
      await between();
    }
  }
  for (const one of stale.filter(({ id }) => !progress.isBackingOff(id))) {
    await setIdentifyVersion(db, chain.slug, one.id, getIdentifyVersion(one));
  }
}
