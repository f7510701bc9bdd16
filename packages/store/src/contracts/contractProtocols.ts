import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/**
 * Whose these contracts are, as far as adapters claimed them; the first by id when several did. By primary key.
 * @returns Protocol ids by address; who is nobody's is left out.
 */
export async function listContractProtocols(
  db: Store,
  chain: string,
  addresses: readonly Address[],
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: Bytea; protocol_id: string }>`
    select address, min(protocol_id) as protocol_id from protocol_contract
    where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[]) and protocol_id <> ''
    group by address`.execute(db);
  return new Map(rows.map((row) => [fromBytea(row.address), row.protocol_id]));
}
