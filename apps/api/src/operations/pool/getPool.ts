import type { Pool } from "@portico/contract";
import { listChainStates, listControllerPools, listPoolRows, type PoolRow } from "@portico/store";
import { isAddress } from "../../data/address.ts";
import { requireServed, requireSynced } from "../../data/chains/chainSurvey.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import type { Deps, Operation } from "../../deps.ts";
import { quote, ServiceError } from "../../errors.ts";

/** GET /v1/pool: as of the last read of its protocol, which the header names. */
export const getPool: Operation<"getPool"> = async ({ query, reply }, { db, protocols }) => {
  const states = await listChainStates(db);
  const chain = requireServed(query.chain_id, states);
  const id = query.id.toLowerCase();
  const pool = await findPool({ db, protocols }, chain.slug, id);
  if (pool === undefined) {
    requireSynced(chain.slug, states); // before that, an unknown one may exist
    throw new ServiceError("pool_not_found", `Unknown pool ${quote(query.id)} on '${chain.slug}'`);
  }
  const since = states.find((state) => state.chain === chain.slug)?.startBlock ?? 0n;
  const { blockNumber, timeAt } = pool;
  return reply(200, toPoolResponse(pool), chainsHeader({ synced: [{ chain, blockNumber, timeAt, since }] }));
};

/** The pool with this id, or all pools of a controller: a loan belongs to none of them alone. */
async function findPool(
  { db, protocols }: Pick<Deps, "db" | "protocols">,
  chain: string,
  id: string,
): Promise<PoolRow | undefined> {
  const isRead = ({ protocolId }: PoolRow) => protocols.find(protocolId) !== undefined; // otherwise its adapter was removed
  const [exact] = (await listPoolRows(db, chain, id)).filter(isRead).toSorted(byDeposit);
  if (exact !== undefined || !isAddress(id)) return exact;
  const parts = Map.groupBy((await listControllerPools(db, chain, id)).filter(isRead), ({ protocolId }) => protocolId);
  return [...parts.values()].map((rows) => addUp(id, rows)).toSorted(byDeposit)[0];
}

/** Depositors may be in several pools, so their total number is unknown. */
function addUp(poolId: string, rows: readonly PoolRow[]): PoolRow {
  const [first] = rows;
  if (first === undefined) throw new RangeError("A pool has at least one row");
  const known = rows.flatMap(({ depositUsd }) => depositUsd ?? []);
  return {
    ...first,
    poolId,
    contracts: [...new Set(rows.flatMap(({ contracts }) => contracts))],
    amounts: rows.flatMap(({ amounts }) => amounts),
    depositUsd: known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0),
    userCount: null,
    valuableUserCount: null,
  };
}

/** Two protocols may share a contract: the one with more deposits is returned. */
const byDeposit = (a: PoolRow, b: PoolRow): number =>
  (b.depositUsd ?? 0) - (a.depositUsd ?? 0) || (a.protocolId < b.protocolId ? -1 : 1);

const toPoolResponse = (pool: PoolRow): Pool => ({
  pool_id: pool.poolId,
  protocol_id: pool.protocolId,
  chain: pool.chain,
  name: pool.name,
  contract_ids: pool.contracts,
  stats: {
    deposit_usd_value: pool.depositUsd ?? 0,
    deposit_user_count: pool.userCount,
    deposit_valuable_user_count: pool.valuableUserCount,
  },
});
