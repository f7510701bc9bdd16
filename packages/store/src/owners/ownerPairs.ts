import { sql } from "kysely";
import type { Pair } from "../balances/staleBalances.ts";
import { fromBytea, NATIVE, toBytea } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";

/**
 * A page of the balances of followed owners that are above zero, and of their native coin, by owner and token. Ranges of
 * the primary keys.
 */
export async function listOwnerPairs(
  db: Store,
  chain: string,
  { after, limit }: { after?: Pair | undefined; limit: number },
): Promise<Pair[]> {
  const [owner, token] = [toBytea(after?.owner ?? "0x"), toBytea(after?.token ?? "0x")];
  const owners = sql<{ owner: Bytea }>`
    select owner from followed_owner where chain = ${chain} and owner >= ${owner} and since_block is not null
    order by owner limit ${limit + 1}`;
  const balance = await selectOwnerRows(
    db,
    "balance",
    ["owner", "chain", "token", "raw_amount"],
    sql`chain = ${chain} and owner in (${owners}) and raw_amount > 0`,
  );
  const { rows } = await sql<{ owner: Bytea; token: Bytea }>`
    select f.owner, t.token from (${owners}) f cross join lateral (
      select token from ${balance} b where b.owner = f.owner and b.chain = ${chain} and raw_amount > 0
      union select ${NATIVE}::bytea
    ) t
    where (f.owner, t.token) > (${owner}, ${token})
    order by f.owner, t.token limit ${limit}`.execute(db);
  return rows.map((row) => ({ owner: fromBytea(row.owner), token: fromBytea(row.token) }));
}
