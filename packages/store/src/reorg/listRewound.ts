import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** What legs after a block name: SQL, `any(…)` of the owners and of the tokens. By leg_by_block. */
interface RewoundNames {
  owners: RawBuilder<unknown>;
  tokens: RawBuilder<unknown>;
}

/** @param condition - Of the legs. */
export async function listRewound(
  db: Store,
  chain: string,
  block: bigint,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<RewoundNames> {
  const { rows } = await sql<{ owner: Bytea; token: Bytea }>`
    select distinct owner, token from leg where chain = ${chain} and block_number > ${block} and ${condition}`.execute(
    db,
  );
  return toNames(rows);
}

export const toNames = (rows: readonly { owner: Bytea; token: Bytea }[]): RewoundNames => {
  const toAny = (values: readonly Bytea[]) => sql`any(${toByteaArray([...new Set(values)].map(fromBytea))}::bytea[])`;
  return { owners: toAny(rows.map(({ owner }) => owner)), tokens: toAny(rows.map(({ token }) => token)) };
};
