import type { Address } from "@portico/evm";
import { listChainStates, noteOwnerRequest, readOwner } from "@portico/store";
import type { Store } from "@portico/store";
import QuickLRU from "quick-lru";
import type { InitialScans } from "../initialScans.ts";

/** Lets owners be followed from their first request on, on chains that are indexed for owners only. */
export interface OwnerFollowing {
  /**
   * Requests the initial scan of an owner that isn't followed yet on these chains, and waits for it as long as a request
   * may. @param chains - Slugs; all if omitted.
   */
  readonly follow: (owner: Address, chains: readonly string[] | undefined) => Promise<void>;
}

const MAX_OWNERS = 50_000;
/** A scan is requested again within this time after a new token list made it outdated. */
const FOLLOWED_MS = 60_000;
/** Modes of chains change with a restart of the indexer. */
const MODES_MS = 30_000;

/** @param options.isReadOnly - Nobody can be followed: known owners stay so. */
export function createOwnerFollowing(
  db: Store,
  initialScans: Pick<InitialScans, "afterInitialScan">,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): OwnerFollowing {
  const followed = new QuickLRU<string, true>({ maxSize: MAX_OWNERS, maxAge: FOLLOWED_MS });
  let modes: { readAt: number; chains: Promise<string[]> } | undefined;

  const listOwnersChains = (): Promise<string[]> => {
    if (modes === undefined || performance.now() - modes.readAt > MODES_MS) {
      const chains = readOwnersChains(db);
      modes = { readAt: performance.now(), chains };
      chains.catch(() => (modes = undefined));
    }
    return modes.chains;
  };
  return {
    async follow(owner, chains) {
      if (isReadOnly) return;
      const known = await listOwnersChains();
      const wanted = chains === undefined ? known : known.filter((chain) => chains.includes(chain));
      const missing = wanted.filter((chain) => !followed.has(`${owner} ${chain}`));
      if (missing.length === 0) return;
      const { syncStatuses } = await initialScans.afterInitialScan({ owner, chains: missing }, () =>
        readOwner(db, { owner, chains: [] }),
      );
      const scanned = missing.filter((slug) =>
        syncStatuses.some(({ chain, isScanned }) => chain === slug && isScanned === true),
      );
      if (scanned.length === 0) return;
      await noteOwnerRequest(db, owner, scanned);
      for (const chain of scanned) followed.set(`${owner} ${chain}`, true);
    },
  };
}

const readOwnersChains = async (db: Store): Promise<string[]> =>
  (await listChainStates(db)).flatMap(({ chain, mode }) => (mode === "owners" ? [chain] : []));
