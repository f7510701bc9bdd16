import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/**
 * The protocols of these contracts, as claimed by adapters; of several the one that counts. By primary key.
 * @returns protocol ids by address, without unclaimed contracts.
 */
export async function listContractProtocols(
  db: Store,
  chain: string,
  addresses: readonly Address[],
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: Bytea; protocol_id: string }>`
    select distinct on (address) address, protocol_id from protocol_contract
    where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[]) and protocol_id <> ''
    order by address, precedence, protocol_id`.execute(db);
  return new Map(rows.map((row) => [fromBytea(row.address), row.protocol_id]));
}
