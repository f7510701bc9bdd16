import { readPortfolio, type NftContractRef, type PortfolioRead } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { listPastNfts } from "./listPastNfts.ts";
import { openPast, type OwnerQuery, type PastDeps } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

export interface PortfolioAt {
  readonly read: PortfolioRead;
  /** With the prices of that time. */
  readonly tokens: TokenTable;
}

export interface PortfolioAtQuery extends OwnerQuery {
  /** Contracts whose NFTs are positions: see readPortfolio. */
  readonly nftContracts: readonly NftContractRef[];
}

/** Reads what indicates an owner's holdings now, or at a past point. @throws ServiceError as openPast. */
export async function readPortfolioAt(
  deps: PastDeps & Pick<Deps, "initialScans">,
  { owner, chains, nftContracts }: PortfolioAtQuery,
  point: PastPoint | undefined,
): Promise<PortfolioAt> {
  const { db, initialScans, tokens } = deps;
  const read = await initialScans.afterInitialScan({ owner, chains }, () =>
    readPortfolio(db, { owner, chains, nftContracts }),
  );
  if (point === undefined) return { read, tokens };
  const past = await openPast(deps, { owner, chains }, read.syncStatuses, point);
  const contracts = [...new Set(nftContracts.map(({ contract }) => contract))];
  const nfts = await Promise.all(
    [...past.blocks].map(async ([chain, block]) => {
      const held = await listPastNfts(deps, { owner, chain, block, head: past.headOf(chain), contracts });
      return held.map(({ contract, tokenId }) => ({ chain, contract, tokenId }));
    }),
  );
  return {
    tokens: past.tokens,
    read: {
      syncStatuses: past.syncStatuses,
      balances: past.balances,
      interactions: read.interactions.filter(
        ({ chain, blockNumber }) => blockNumber <= (past.blocks.get(chain)?.blockNumber ?? -1n),
      ),
      positionNfts: nfts.flat(),
      positions: [], // stored ones are of other blocks
    },
  };
}
