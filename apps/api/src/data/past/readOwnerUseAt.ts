import { readOwnerUse } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { openPast, type OwnerQuery, type PastDeps } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type OwnerUse = Awaited<ReturnType<typeof readOwnerUse>>;

/**
 * Reads the chains on which an owner was active now, or at a past point: had sent or received something, or held
 * something. @throws ServiceError as openPast.
 */
export async function readOwnerUseAt(
  deps: PastDeps & Pick<Deps, "initialScans">,
  query: OwnerQuery,
  point: PastPoint | undefined,
): Promise<OwnerUse> {
  const use = await deps.initialScans.afterInitialScan(query, () => readOwnerUse(deps.db, query.owner));
  if (point === undefined) return use;
  const { syncStatuses, blocks, balances } = await openPast(deps, query, use.syncStatuses, point);
  const holding = new Set(balances.map(({ chain }) => chain));
  const used = use.used.flatMap(({ chain, bornAt }) => {
    const wasActive = bornAt !== null && bornAt <= (blocks.get(chain)?.timeAt ?? -1);
    return wasActive || holding.has(chain) ? [{ chain, bornAt: wasActive ? bornAt : null }] : [];
  });
  return { syncStatuses, used };
}
