import { listPastNftDetails, readOwnerNfts, type OwnerNftRead } from "@portico/store";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { createPastTokens } from "./createPastTokens.ts";
import { findPastBlocks } from "./findPastBlocks.ts";
import { listPastNfts } from "./listPastNfts.ts";
import { pinStatuses, type PastDeps } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type NftQuery = Required<Parameters<typeof readOwnerNfts>[1]>;

export interface NftsAt extends OwnerNftRead {
  /** With the prices of that time. */
  readonly tokens: TokenTable;
}

/**
 * Reads an owner's NFTs now, or at a past point. @throws ServiceError as findPastBlocks and listPastNfts.
 */
export async function readNftsAt(deps: PastDeps, query: NftQuery, point: PastPoint | undefined): Promise<NftsAt> {
  const { db, tokens } = deps;
  if (point === undefined) return { ...(await readOwnerNfts(db, query)), tokens };
  const { owner, chains, isVerifiedOnly } = query;
  const { syncStatuses } = await readOwnerNfts(db, { owner, chains: [] });
  const blocks = await findPastBlocks(deps, chains, syncStatuses, point);
  const heads = new Map(syncStatuses.map(({ chain, balances }) => [chain, balances?.blockNumber ?? 0n]));
  const nfts = await Promise.all(
    [...blocks].map(async ([chain, block]) => {
      const held = await listPastNfts(deps, { owner, chain, block, head: heads.get(chain) ?? 0n, isVerifiedOnly });
      return await listPastNftDetails(db, chain, held, block.blockNumber);
    }),
  );
  return {
    syncStatuses: pinStatuses(syncStatuses, blocks),
    nfts: nfts.flat(),
    tokens: createPastTokens(db, tokens, blocks),
  };
}
