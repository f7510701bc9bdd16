import { listProtocolPools, type Store } from "@portico/store";
import type { PoolFacts } from "../../facts.ts";

const MAX_POOLS = 50;
/** A pool may hold dozens of tokens: the page names the first. */
const MAX_TOKENS = 8;

/** The largest pools of a protocol. */
export async function listPoolFacts(db: Store, chain: string, protocolId: string): Promise<PoolFacts[]> {
  const pools = await listProtocolPools(db, chain, { protocolId, limit: MAX_POOLS });
  return pools.map(({ poolId, name, amounts, depositUsd, userCount, timeAt }) => ({
    pool_id: poolId,
    name,
    token_ids: amounts.slice(0, MAX_TOKENS).map(({ token }) => token),
    deposit_usd_value: depositUsd,
    deposit_user_count: userCount,
    time_at: timeAt,
  }));
}
