import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { TOKEN_CHANNEL } from "./channels.ts";
import type { Store } from "../database/database.ts";

/** Notifies a channel when the transaction commits. Equal payloads of one transaction are delivered once. */
export async function notify(db: Store, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** A payload is limited to less than 8000 bytes: 41 of them per address. */
const NAMED_AT_ONCE = 180;
/** With more, reloading the whole chain is faster. */
const MAX_NAMED = 20_000;

/**
 * The end of a statement that changed tokens or prices: notifies the token channel; readTokenNews parses the payload.
 * @param changed - Its common table expression with the columns `chain` and `address`, each pair once.
 */
export const notifyTokens = (changed: string): RawBuilder<unknown> => sql`
  select pg_notify(${TOKEN_CHANNEL}, chain || coalesce(' ' || string_agg(digits, ','), '')) from (
    select chain, case when total <= ${MAX_NAMED} then encode(address, 'hex') end as digits,
      case when total <= ${MAX_NAMED} then (nth - 1) / ${NAMED_AT_ONCE} end as batch
    from (
      select chain, address, count(*) over (partition by chain) as total,
        row_number() over (partition by chain order by address) as nth
      from ${sql.table(changed)}
    ) numbered
  ) batched group by chain, batch`;
