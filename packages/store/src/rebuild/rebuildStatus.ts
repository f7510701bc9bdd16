import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { INDEX_TABLES } from "../deployment/indexTables.ts";
import { NEXT, NEXT_TABLES, OLD } from "./nextIndex.ts";
import { hasSchema, sumBytes } from "./schemaTables.ts";

export interface RebuiltChain {
  chain: string;
  /** Up to which block the present index answers, and the next; null: before the first. */
  block: bigint | null;
  nextBlock: bigint | null;
  /** Why its present index has something that the next lacks; empty if it lacks nothing. */
  lacks: string[];
}

export interface RebuildStatus {
  /** Empty if no index is being rebuilt. */
  chains: RebuiltChain[];
  isBegun: boolean;
  /** Of the index that answers, of the next, and of the one before. */
  bytes: number;
  nextBytes: number;
  oldBytes: number;
}

export async function readRebuild(db: Store): Promise<RebuildStatus> {
  const isBegun = await hasSchema(db, NEXT);
  return {
    isBegun,
    chains: isBegun ? await compareChains(db) : [],
    bytes: await sumBytes(db, "public", INDEX_TABLES),
    nextBytes: isBegun ? await sumBytes(db, NEXT, NEXT_TABLES) : 0,
    oldBytes: (await hasSchema(db, OLD)) ? await sumBytes(db, OLD, INDEX_TABLES) : 0,
  };
}

const next = (name: string) => sql.table(`${NEXT}.${name}`);

interface Compared {
  chain: string;
  block: bigint | null;
  nextBlock: bigint | null;
  balances: bigint | null;
  nextBalances: bigint | null;
  owners: bigint;
  histories: bigint;
  tokens: bigint;
  collections: bigint;
  protocolContracts: bigint;
  lacksPrices: boolean;
}

/** Rows of a chain that meet a condition, which must not name a table, and don't in the next index. */
const countMissing = (table: string, key: string, condition: RawBuilder<unknown>) => sql`
  (select count(*) from (select chain, ${sql.ref(key)} from public.${sql.table(table)} where ${condition}) p
    where p.chain = here.chain and not exists (
      select from (select chain, ${sql.ref(key)} from ${next(table)} where ${condition}) n
      where n.chain = p.chain and n.${sql.ref(key)} = p.${sql.ref(key)}
    ))`;

/** The next index answers as much as the present one, of each chain, if it lacks nothing. */
export async function compareChains(db: Store): Promise<RebuiltChain[]> {
  const { rows } = await sql<Compared>`
    select here.chain, here.logs_block as block, there.logs_block as "nextBlock",
      here.balances_block as balances, there.balances_block as "nextBalances",
      (select count(*) from public.sight s
        where s.chain = here.chain and s.block_number is not null and not s.is_empty and not exists (
          select from ${next("sight")} n where n.chain = s.chain and n.owner = s.owner and n.block_number is not null
        )) as owners,
      (select count(*) from public.owner_history h
        where h.chain = here.chain and h.state <> 'collecting' and not exists (
          select from ${next("owner_history")} n
          where n.chain = h.chain and n.owner = h.owner and n.state <> 'collecting'
        )) as histories,
      ${countMissing("token", "address", sql`metadata_block is not null`)} as tokens,
      ${countMissing("nft_contract", "address", sql`metadata_block is not null`)} as collections,
      ${countMissing("protocol_contract", "address", sql`identity <> 'none'`)} as "protocolContracts",
      exists (
        select from public.price_clock p left join ${next("price_clock")} n using (chain)
        where p.chain = here.chain and (n.time_at is null or n.time_at < p.time_at
          or p.first_time_at < coalesce(n.first_time_at, n.time_at))
      ) as "lacksPrices"
    from public.chain_state here left join ${next("chain_state")} there using (chain) order by here.chain`.execute(db);
  return rows.map(({ chain, block, nextBlock, ...rest }) => ({
    chain,
    block,
    nextBlock,
    lacks: listLacks({ chain, block, nextBlock, ...rest }),
  }));
}

const COUNTED = {
  owners: (count: bigint) => `first balances of ${count} owners`,
  histories: (count: bigint) => `histories of ${count} owners`,
  tokens: (count: bigint) => `metadata of ${count} tokens`,
  collections: (count: bigint) => `metadata of ${count} collections`,
  protocolContracts: (count: bigint) => `${count} contracts of protocols`,
};

function listLacks(chain: Compared): string[] {
  const { block, nextBlock, balances, nextBalances, lacksPrices } = chain;
  const isBehind = (there: bigint | null, here: bigint | null) => here !== null && (there === null || there < here);
  return [
    ...(isBehind(nextBlock, block) ? [`blocks after ${nextBlock ?? "none"}`] : []),
    ...(isBehind(nextBalances, balances) ? ["balances"] : []),
    ...Object.entries(COUNTED).flatMap(([field, describe]) => {
      const count = chain[field as keyof typeof COUNTED];
      return count > 0n ? [describe(count)] : [];
    }),
    ...(lacksPrices ? ["past prices"] : []),
  ];
}
