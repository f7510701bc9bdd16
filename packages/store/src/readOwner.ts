import { fromBytea, toBytea } from "./bytea.ts";
import type { Address, Bytea } from "./bytea.ts";
import type { Balance } from "./balances.ts";
import { withClient } from "./database.ts";
import type { Store } from "./database.ts";

/** How far a chain is, as an answer about an owner has to say it. */
export type ChainReach = {
  chain: string;
  /** The first block whose logs are stored. */
  startBlock: bigint;
  /** Every balance is true at this block, at its time (unix seconds). Undefined until the first sync is done. */
  balances: { blockNumber: bigint; timeAt: number } | undefined;
};

export type OwnerRead = {
  /** Of every chain that was ever indexed. */
  reaches: ChainReach[];
  /** Non-zero, on the chains asked for, in any order. */
  balances: Balance[];
};

type Row = { chain: string; start_block: bigint; block: bigint | null; time: number | null; held: string | null };

/**
 * One statement, so that the block is the one that the figures are of; one row per chain, because a hundred rows cost the
 * client more than the server. Its plan is kept by name: this is what every portfolio read waits for.
 */
const statement = (name: string, condition: string) => ({
  name,
  text: `
    select chain, start_block, balances_block as block, balances_time as time, case when chain = any($2) then (
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

const toReach = ({ chain, start_block, block, time }: Row): ChainReach => ({
  chain,
  startBlock: start_block,
  balances: block === null || time === null ? undefined : { blockNumber: block, timeAt: time },
});

/** @param row.held - `\x…` and decimal digits per token: `\xa0b8… 250500000,\xc02a… 7`. */
const toBalances = ({ chain, held }: Row): Balance[] =>
  (held === null ? [] : held.split(",")).map((pair) => {
    const space = pair.indexOf(" ");
    return { chain, token: fromBytea(pair.slice(0, space) as Bytea), rawAmount: BigInt(pair.slice(space + 1)) };
  });
