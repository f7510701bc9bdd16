import { hasPendingReads } from "@portico/store";
import type { ChainWork } from "../chain/chainWork.ts";

/** Time in which a node of a limited rate is read once at the same head for histories that are being collected. */
const PAUSE_MS = 15_000;

/** Whether state is to be read at a head that is stored already. */
export async function hasDueReads({
  db,
  chain,
  rpc,
  stateReadAt,
}: Pick<ChainWork, "chain" | "db" | "rpc" | "stateReadAt">): Promise<boolean> {
  const isRecent = performance.now() - stateReadAt < PAUSE_MS;
  return await hasPendingReads(db, chain.slug, isRecent && (await rpc.readLimits()).rate !== undefined);
}
