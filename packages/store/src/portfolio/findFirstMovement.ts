import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { IS_ANSWERED } from "../history/legKey.ts";
import { queryOwner } from "../distribution/queryOwner.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** The first leg of each chain, by its key. */
const STATEMENT = {
  name: "portico-find-first-movement",
  text: `
    select min(leg.time_at) as time_at from unnest($2::text[]) as requested(chain) cross join lateral (
      select time_at from leg where ${IS_ANSWERED} and leg.owner = $1 and leg.chain = requested.chain
      order by block_number, position limit 1
    ) leg`,
};

/** When anything of the owner first moved on these chains, as far as it is stored; unix seconds. */
export async function findFirstMovement(
  db: Store,
  owner: Address,
  chains: readonly string[],
): Promise<number | undefined> {
  const [row] = await queryOwner<{ time_at: bigint | null }>(db, owner, {
    ...STATEMENT,
    values: [toBytea(owner), chains],
  });
  return toSeconds(row?.time_at ?? null) ?? undefined;
}
