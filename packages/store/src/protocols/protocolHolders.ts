import { sql } from "kysely";
import { ZERO, fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { withTimeLimit } from "../database/timeLimit.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

export interface ProtocolHolderQuery {
  chain: string;
  protocolId: string;
  /** Number of holders to skip. */
  start: number;
  limit: number;
}

export interface ProtocolHolder {
  owner: Address;
  /** At least a millionth. */
  usdValue: number;
}

export interface ProtocolHolderRead {
  /** At which the pools were read; undefined if none of them has a receipt of a known value. */
  block: { blockNumber: bigint; timeAt: number } | undefined;
  holders: ProtocolHolder[];
}

/** A million holders take about two seconds. */
const MILLISECONDS_MAX = 5000;

interface ValuedPool {
  token: Bytea;
  /** USD per base unit, decimal text. */
  rate: string;
  block_number: bigint;
  time_at: bigint;
}

/** Exported so that a test can inspect its plan. $1: chain, $2: receipts, $3: their rates, $4: who is left out, $5 and $6: the page. */
export const SELECT_PROTOCOL_HOLDERS = `
  select owner, sum(raw_amount * rate)::double precision as usd
  from unnest($2::bytea[], $3::numeric[]) as receipt(token, rate)
  join balance b on b.chain = $1 and b.token = receipt.token and b.raw_amount > 0
  where not exists (select from unnest($4::bytea[]) as own(contract) where own.contract = b.owner)
  group by owner
  having sum(raw_amount * rate) >= 0.000001
  order by sum(raw_amount * rate) desc, owner offset $5 limit $6`;

/**
 * Reads who holds the receipts of a protocol's pools, by the value of what these stand for, the largest first, equal ones
 * by address. Left out are those with less than a millionth of a USD, the zero address, whose receipts are burnt, and the contracts of the pools, which hold them for
 * others. It costs as many index entries of balance_by_amount as there are holders.
 * @param db - Not a transaction.
 * @throws DatabaseError 57014 if it exceeds MILLISECONDS_MAX.
 */
export async function readProtocolHolders(
  db: Store,
  { chain, protocolId, start, limit }: ProtocolHolderQuery,
): Promise<ProtocolHolderRead> {
  const { rows: pools } = await sql<ValuedPool>`
    select receipt as token, sum(receipt_usd::numeric / raw_shares) as rate, min(block_number) as block_number,
      min(time_at) as time_at
    from pool
    where chain = ${chain} and protocol_id = ${protocolId} and receipt is not null and raw_shares > 0 and receipt_usd > 0
    group by receipt order by receipt`.execute(db);
  const [first] = pools;
  if (first === undefined) return { block: undefined, holders: [] };
  const { rows: own } = await sql<{ contract: Bytea }>`
    select distinct unnest(contract_ids) as contract from pool
    where chain = ${chain} and protocol_id = ${protocolId}`.execute(db);
  const values = [
    chain,
    toByteaArray(pools.map(({ token }) => fromBytea(token))),
    pools.map(({ rate }) => rate),
    toByteaArray([ZERO, ...own.map(({ contract }) => contract)].map(fromBytea)),
    start,
    limit,
  ];
  const { rows } = await withTimeLimit(db, MILLISECONDS_MAX, (client) =>
    client.query<{ owner: Bytea; usd: number }>({
      name: "portico-protocol-holders",
      text: SELECT_PROTOCOL_HOLDERS,
      values,
    }),
  );
  return {
    block: { blockNumber: first.block_number, timeAt: toSeconds(first.time_at) },
    holders: rows.map(({ owner, usd }) => ({ owner: fromBytea(owner), usdValue: usd })),
  };
}
