import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { encodePosition, LegKind } from "./position.ts";

/** An account in a transaction. */
export interface TransactionParty {
  chain: string;
  blockNumber: bigint;
  txIndex: number;
  party: Address;
}

/** A token that was minted to the account, or burnt by it. */
export interface MintOrBurn extends TransactionParty {
  token: Address;
  isMint: boolean;
}

/** Legs per account: a contract of many holders has thousands in one transaction. */
const MAX_LEGS = 200;

/** Tokens that were minted to or burnt by accounts within transactions. One range of the key of leg for each. */
export async function listMintsAndBurns(db: Store, parties: readonly TransactionParty[]): Promise<MintOrBurn[]> {
  if (parties.length === 0) return [];
  const at = (txIndex: number) => encodePosition({ txIndex, kind: LegKind.token, index: 0, subIndex: 0 });
  const end = (txIndex: number) => encodePosition({ txIndex, kind: LegKind.nft, index: 0, subIndex: 0 });
  const leg = await selectOwnerRows(
    db,
    "leg",
    ["owner", "chain", "block_number", "position", "token", "is_inbound", "counterparty"],
    sql`owner = any(${toByteaArray(parties.map(({ party }) => party))}::bytea[])
      and block_number = any(${parties.map(({ blockNumber }) => blockNumber)}::bigint[])`,
  );
  const { rows } = await sql<{ nth: number; token: Bytea; is_inbound: boolean }>`
    select distinct k.nth::integer, l.token, l.is_inbound
    from unnest(
      ${parties.map(({ chain }) => chain)}::text[], ${toByteaArray(parties.map(({ party }) => party))}::bytea[],
      ${parties.map(({ blockNumber }) => blockNumber)}::bigint[], ${parties.map(({ txIndex }) => at(txIndex))}::bigint[],
      ${parties.map(({ txIndex }) => end(txIndex))}::bigint[]
    ) with ordinality as k(chain, owner, block_number, from_position, to_position, nth)
    cross join lateral (
      select token, is_inbound, counterparty from ${leg} leg
      where leg.owner = k.owner and leg.chain = k.chain and leg.block_number = k.block_number
        and leg.position >= k.from_position and leg.position < k.to_position
      order by leg.position limit ${MAX_LEGS}
    ) l where l.counterparty = '\\x0000000000000000000000000000000000000000'::bytea`.execute(db);
  return rows.map(({ nth, token, is_inbound: isMint }) => ({ ...parties[nth - 1]!, token: fromBytea(token), isMint }));
}
