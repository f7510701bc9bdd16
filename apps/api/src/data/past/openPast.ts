import type { Address } from "@portico/evm";
import type { BlockRef, ChainSyncStatus, ReadBalance } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { allAvailable } from "./blockUnavailable.ts";
import { createPastTokens } from "./createPastTokens.ts";
import { findPastBlocks, type PastBlocks } from "./findPastBlocks.ts";
import { listPastBalances } from "./listPastBalances.ts";
import type { PastPoint } from "./pastPoint.ts";

export type PastDeps = Pick<Deps, "chainRpcs" | "db" | "tokens">;

export interface OwnerQuery {
  readonly owner: Address;
  readonly chains: readonly string[];
  /** Only this one; all if undefined. */
  readonly token?: Address | undefined;
}

/** An owner's balances at a past point. */
export interface PastOwner<Status> {
  readonly blocks: PastBlocks;
  /** The newest block of a chain's balances. */
  readonly headOf: (chain: string) => bigint;
  /** Each with the past block instead of the newest one. */
  readonly syncStatuses: Status[];
  /** Without zeros. */
  readonly balances: ReadBalance[];
  /** With the prices of the past blocks. */
  readonly tokens: TokenTable;
}

/**
 * @param syncStatuses - Of all served chains, now.
 * @throws ServiceError block_unavailable, invalid_params, or upstream_error; see findPastBlocks and listPastBalances.
 */
export async function openPast<Status extends ChainSyncStatus>(
  deps: PastDeps,
  { owner, chains, token }: OwnerQuery,
  syncStatuses: readonly Status[],
  point: PastPoint,
): Promise<PastOwner<Status>> {
  const blocks = await findPastBlocks(deps, chains, syncStatuses, point);
  const heads = new Map(syncStatuses.map(({ chain, balances }) => [chain, balances?.blockNumber]));
  const headOf = (chain: string) => heads.get(chain) ?? 0n;
  const wanted = token === undefined ? {} : { tokens: [token], isStrict: true };
  const balances = await allAvailable(
    [...blocks].map(([chain, block]) =>
      listPastBalances(deps, { owner, chain, block, head: headOf(chain), ...wanted }),
    ),
  );
  return {
    blocks,
    headOf,
    syncStatuses: pinStatuses(syncStatuses, blocks),
    balances: balances.flat(),
    tokens: createPastTokens(deps.db, deps.tokens, blocks),
  };
}

/** Each status with its chain's past block instead of the newest one, if there is one. */
export const pinStatuses = <Status extends { readonly chain: string }>(
  syncStatuses: readonly Status[],
  blocks: ReadonlyMap<string, BlockRef>,
): Status[] =>
  syncStatuses.map((status) => {
    const block = blocks.get(status.chain);
    return block === undefined ? status : { ...status, balances: block };
  });
