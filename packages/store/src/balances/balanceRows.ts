import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import type { Pair } from "./staleBalances.ts";

/** The rows that storeResiduals, and a statement around it that replaces these balances, read and change. */
export async function listBalanceRows(
  db: Store,
  chain: string,
  blockNumber: bigint,
  pairs: readonly Pair[],
): Promise<OwnerRows[]> {
  const own = [...new Set(pairs.map(({ owner }) => owner))];
  const given = [...new Set(pairs.map(({ token }) => token))];
  const [owners, tokens, both] = [own, given, [...new Set([...own, ...given])]].map(toAny);
  const ofPairs = sql`chain = ${chain} and owner = ${owners} and token = ${tokens}`;
  const [from, legsSince] = await findStart(db, chain, ofPairs);
  // a token that drifts is queued if there is a history of any owner
  const { rows: histories } = await sql<{ owner: Bytea }>`
    select owner from owner_history where chain = ${chain} limit 1`.execute(db);
  const named = sql`chain = ${chain} and owner = ${both} and block_number <= ${blockNumber}`;
  return [
    { table: "balance", where: [ofPairs], isWritten: true },
    {
      table: "residual",
      where: [
        sql`${ofPairs} and to_block = ${blockNumber}`,
        sql`chain = ${chain} and token = ${tokens} and is_unnamed`,
      ],
      isWritten: true,
    },
    { table: "leg", where: [sql`${named} and block_number > ${legsSince}`], isWritten: true },
    { table: "token_log", where: [sql`${named} and token = ${tokens} and block_number > ${from}`] },
    { table: "fee_recipient", where: [sql`chain = ${chain} and owner = ${owners}`] },
    { table: "chain_state", where: [sql`chain = ${chain}`] },
    { table: "token_twin", where: [sql`chain = ${chain} and token = ${tokens}`] },
    { table: "token_drift", where: [sql`chain = ${chain} and token = ${tokens}`], isWritten: true },
    { table: "block", where: [sql`chain = ${chain} and block_number = ${blockNumber}`] },
    { table: "owner_history", where: histories.map(({ owner }) => sql`chain = ${chain} and owner = ${owner}`) },
  ];
}

const toAny = (addresses: readonly Address[]): RawBuilder<unknown> => sql`any(${toByteaArray(addresses)}::bytea[])`;

const NONE = 9_223_372_036_854_775_807n;

/** The blocks after which logs, and legs, of these pairs matter; after NONE on a chain that never was synced. */
async function findStart(db: Store, chain: string, ofPairs: RawBuilder<unknown>): Promise<[bigint, bigint]> {
  const { rows: states } = await sql<{ block: bigint | null }>`
    select ledger_block as block from chain_state where chain = ${chain}`.execute(db);
  const ledger = states[0]?.block ?? null;
  if (ledger === null) return [NONE, NONE];
  const { rows: rewound } = await sql<{ block: bigint | null }>`
    select min(base_block) as block from stale_balance where ${ofPairs}`.execute(db);
  const { rows: read } = await sql<{ block: bigint | null }>`
    select min(block_number) as block from balance where ${ofPairs}`.execute(db);
  const base = rewound[0]?.block ?? NONE;
  const before = read[0]?.block ?? NONE;
  const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
  return [smaller(base, before), smaller(base, before > ledger ? before : ledger)];
}
