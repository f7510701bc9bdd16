import { readOwner } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { openPast, type OwnerQuery, type PastDeps, type PastOwner } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type OwnerAt = Omit<PastOwner<Awaited<ReturnType<typeof readOwner>>["syncStatuses"][number]>, "blocks" | "headOf">;

/** Reads an owner's balances now, or at a past point. @throws ServiceError as openPast. */
export async function readOwnerAt(
  deps: PastDeps & Pick<Deps, "initialScans">,
  query: OwnerQuery,
  point: PastPoint | undefined,
): Promise<OwnerAt> {
  const { owner, chains, token } = query;
  const read = await deps.initialScans.afterInitialScan(query, () =>
    readOwner(deps.db, { owner, chains, ...(token && { token }) }),
  );
  return point === undefined ? { ...read, tokens: deps.tokens } : await openPast(deps, query, read.syncStatuses, point);
}
