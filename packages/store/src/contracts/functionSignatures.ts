import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

export interface FunctionSignature {
  /** Four bytes. */
  selector: Hex;
  /** As Solidity hashes it: `transfer(address,uint256)`. */
  signature: string;
}

/**
 * Adds function names; known ones, from any source, are unchanged.
 * @param source - Their origin, for deleting them later.
 * @returns the number of new ones.
 */
export async function importFunctionSignatures(
  db: Store,
  source: string,
  rows: readonly FunctionSignature[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const selectors = toByteaArray(rows.map(({ selector }) => selector));
  const signatures = rows.map(({ signature }) => signature);
  const { numAffectedRows } = await sql`
    insert into function_signature (selector, signature, source)
    select distinct selector, signature, ${source}
    from unnest(${selectors}::bytea[], ${signatures}::text[]) as t(selector, signature)
    on conflict (selector, signature) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** By selector; several names are in the order of import. A primary key range for each. */
export async function listFunctionSignatures(db: Store, selectors: readonly Hex[]): Promise<Map<Hex, string[]>> {
  const found = new Map<Hex, string[]>();
  if (selectors.length === 0) return found;
  const { rows } = await sql<{ selector: Bytea; signatures: string[] }>`
    select selector, array_agg(signature order by imported_at, signature) as signatures
    from function_signature where selector = any(${toByteaArray(selectors)}::bytea[]) group by selector`.execute(db);
  for (const { selector, signatures } of rows) found.set(fromBytea(selector), signatures);
  return found;
}

/** Number of names by source. Scans the table. */
export async function countFunctionSignatures(db: Store): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; count: number }>`
    select source, count(*)::int as count from function_signature group by source order by source`.execute(db);
  return new Map(rows.map(({ source, count }) => [source, count]));
}

/** @returns the number of deleted names. Scans the table. */
export async function deleteFunctionSignatures(db: Store, source: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from function_signature where source = ${source}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
