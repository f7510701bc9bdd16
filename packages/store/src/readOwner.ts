import { fromBytea, toBytea } from "./bytea.ts";
import type { Address, Bytea } from "./bytea.ts";
import type { Balance } from "./balances.ts";
import { REACH_COLUMNS, toReach } from "./chainReach.ts";
import type { ChainReach, ReachRow } from "./chainReach.ts";
import { withClient } from "./database.ts";
import type { Store } from "./database.ts";

export type { ChainReach } from "./chainReach.ts";

export type OwnerRead = {
  /** Of every chain that was ever indexed. */
  reaches: ChainReach[];
  /** Non-zero, on the chains asked for, in any order. */
  balances: Balance[];
};

type Row = ReachRow & { held: string | null };

/**
 * One statement, so that the block is the one that the figures are of; one row per chain, because a hundred rows cost the
 * client more than the server. Its plan is kept by name: this is what every portfolio read waits for.
 */
const statement = (name: string, condition: string) => ({
  name,
  text: `
    select ${REACH_COLUMNS}, case when chain = any($2) then (
      select string_agg(token::text || ' ' || raw_amount, ',')
      from balance where owner = $1 and balance.chain = chain_state.chain ${condition} and raw_amount > 0
    ) end as held
    from chain_state order by chain`,
});
const allTokens = statement("portico-read-owner", "");
const oneToken = statement("portico-read-owner-token", "and token = $3");

export type OwnerQuery = {
  owner: Address;
  /** The chains whose balances are read. */
  chains: readonly string[];
  /** Only this one; all when left out. */
  token?: Address;
};

/** Reads what an owner has on these chains, and how far every chain is, in one snapshot. */
export async function readOwner(db: Store, { owner, chains, token }: OwnerQuery): Promise<OwnerRead> {
  const values = [toBytea(owner), chains];
  const query = token ? { ...oneToken, values: [...values, toBytea(token)] } : { ...allTokens, values };
  const { rows } = await withClient(db, (client) => client.query<Row>(query));
  return { reaches: rows.map(toReach), balances: rows.flatMap(toBalances) };
}

export type OwnerChain = {
  chain: string;
  /** Unix seconds of the owner's first stored leg there; null when only balances are known (native coin). */
  bornAt: number | null;
};

export type OwnerUse = {
  /** Of every chain that was ever indexed. */
  reaches: ChainReach[];
  /** The chains that touched the owner, in order. */
  used: OwnerChain[];
};

/** Reads which chains touched an owner, and how far every chain is, in one snapshot. By the keys of balance and leg. */
export async function readOwnerUse(db: Store, owner: Address): Promise<OwnerUse> {
  const text = `
    select ${REACH_COLUMNS}, (
      select time_at from leg where leg.owner = $1 and leg.chain = chain_state.chain order by block_number limit 1
    ) as born_at, exists (
      select from balance where balance.owner = $1 and balance.chain = chain_state.chain
    ) as is_touched
    from chain_state order by chain`;
  const { rows } = await withClient(db, (client) =>
    client.query<UseRow>({ name: "portico-read-owner-use", text, values: [toBytea(owner)] }),
  );
  const used = rows.filter(({ is_touched, born_at }) => is_touched || born_at !== null);
  return { reaches: rows.map(toReach), used: used.map(({ chain, born_at }) => ({ chain, bornAt: born_at })) };
}

type UseRow = ReachRow & { born_at: number | null; is_touched: boolean };

/** @param row.held - `\x…` and decimal digits per token: `\xa0b8… 250500000,\xc02a… 7`. */
const toBalances = ({ chain, held }: Row): Balance[] =>
  (held === null ? [] : held.split(",")).map((pair) => {
    const space = pair.indexOf(" ");
    return { chain, token: fromBytea(pair.slice(0, space) as Bytea), rawAmount: BigInt(pair.slice(space + 1)) };
  });
