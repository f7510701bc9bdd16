import type { Address } from "@portico/evm";
import { listChainStates, noteOwnerRequest, readOwner } from "@portico/store";
import type { ChainState, PrimaryStore, Store } from "@portico/store";
import QuickLRU from "quick-lru";
import type { InitialScans } from "../initialScans.ts";

/**
 * Lets owners be followed from their first request on, on chains that are indexed for owners only, and notes requests
 * there and on chains that are indexed from a later block than genesis, where unrequested histories are deleted.
 */
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
  db: PrimaryStore,
  initialScans: Pick<InitialScans, "afterInitialScan">,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): OwnerFollowing {
  const followed = new QuickLRU<string, true>({ maxSize: MAX_OWNERS, maxAge: FOLLOWED_MS });
  let modes: { readAt: number; chains: Promise<PartialChains> } | undefined;

  const readChains = (): Promise<PartialChains> => {
    if (modes === undefined || performance.now() - modes.readAt > MODES_MS) {
      const chains = readPartialChains(db);
      modes = { readAt: performance.now(), chains };
      chains.catch(() => (modes = undefined));
    }
    return modes.chains;
  };
  /** Those of the chains where the initial scan of the owner is done. */
  const listScanned = async (owner: Address, missing: readonly string[]): Promise<string[]> => {
    if (missing.length === 0) return [];
    const { syncStatuses } = await initialScans.afterInitialScan({ owner, chains: missing }, () =>
      readOwner(db, { owner, chains: [] }),
    );
    const scanned = new Set(syncStatuses.flatMap(({ chain, isScanned }) => (isScanned === true ? [chain] : [])));
    return missing.filter((chain) => scanned.has(chain));
  };
  return {
    async follow(owner, chains) {
      if (isReadOnly) return;
      const { ofOwners, fromLater } = await readChains();
      const select = (list: readonly string[]): string[] =>
        list.filter((chain) => (chains?.includes(chain) ?? true) && !followed.has(`${owner} ${chain}`));
      const missing = select(ofOwners);
      const noted = [...(await listScanned(owner, missing)), ...select(fromLater)];
      if (noted.length === 0) return;
      await noteOwnerRequest(db, owner, noted);
      for (const chain of noted) followed.set(`${owner} ${chain}`, true);
    },
  };
}

interface PartialChains {
  /** Indexed for owners only. */
  ofOwners: string[];
  /** Indexed in full, not from genesis. */
  fromLater: string[];
}

async function readPartialChains(db: Store): Promise<PartialChains> {
  const states = await listChainStates(db);
  const list = (isPartial: (state: ChainState) => boolean): string[] =>
    states.filter(isPartial).map(({ chain }) => chain);
  return {
    ofOwners: list(({ mode }) => mode === "owners"),
    fromLater: list(({ mode, startBlock }) => mode === "full" && startBlock > 0n),
  };
}
