import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** Base units, never zero. */
export type Balance = { chain: string; token: Address; rawAmount: bigint };

/** An owner's nonzero balances on these chains, by chain and token. One range of the primary key per chain. */
export async function listBalances(db: Store, owner: Address, chains: readonly string[]): Promise<Balance[]> {
  const { rows } = await selectBalances(owner, chains).execute(db);
  return rows.map(({ chain, token, raw_amount }) => ({
    chain,
    token: fromBytea(token),
    rawAmount: BigInt(raw_amount),
  }));
}

/** Exported for a test of its plan. */
export const selectBalances = (owner: Address, chains: readonly string[]) =>
  sql<{ chain: string; token: Bytea; raw_amount: string }>`
    select chain, token, raw_amount from balance
    where owner = ${toBytea(owner)}::bytea and chain = any(${chains}::text[]) and raw_amount > 0
    order by chain, token`;

export type BalanceKey = { owner: Address; chain: string; token: Address };

/** One balance with its block, including zero; undefined if unknown. By primary key. */
export async function findBalance(
  db: Store,
  { owner, chain, token }: BalanceKey,
): Promise<{ rawAmount: bigint; blockNumber: bigint } | undefined> {
  const { rows } = await sql<{ raw_amount: string | null; block_number: bigint }>`
    select raw_amount, block_number from balance
    where owner = ${toBytea(owner)} and chain = ${chain} and token = ${toBytea(token)}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.raw_amount === null) return undefined;
  return { rawAmount: BigInt(row.raw_amount), blockNumber: row.block_number };
}
