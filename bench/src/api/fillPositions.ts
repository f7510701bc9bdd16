import { stateKeyOf } from "@portico/api";
import { findDeployed, writePositions, type Deployed, type Position } from "@portico/protocols";
import type { Store } from "@portico/store";
import type { Address } from "@portico/evm";
import { sql } from "kysely";

/** One in so many owners has positions. */
export const OWNERS_PER_POSITIONS = 4;

/** Replaced by an amount of the owner's own. */
const RAW_AMOUNT = 1_111_111_111n;

export interface PositionFill {
  /** Owners from 0. */
  readonly owners: number;
  /** Of the first owner, as a number. */
  readonly firstOwner: number;
  readonly tokens: readonly [Address, Address, Address];
}

/**
 * Stored readings of two protocols, a loan and a deposit with a reward, at the block before the head, for one in
 * OWNERS_PER_POSITIONS owners, with the interaction with each that lets it be read.
 */
export async function fillPositions(db: Store, { owners, firstOwner, tokens }: PositionFill): Promise<void> {
  const [first, second, third] = tokens.map((token) => ({ token, rawAmount: RAW_AMOUNT }));
  const list: [string, (pool: Position["pool"]) => Position[]][] = [
    [
      "aave3",
      (pool) => [
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [{ ...first!, isCollateral: true }, second!],
            borrows: [{ token: third!.token, rawAmount: RAW_AMOUNT }],
            healthRate: 2,
          },
          pool,
        },
      ],
    ],
    [
      "morphoblue",
      (pool) => [{ name: "Yield", detail: { type: "common", supplies: [second!], rewards: [third!] }, pool }],
    ],
  ];
  for (const [id, toPositions] of list) {
    const contract = emitterOf(findDeployed(id));
    const interactions = [{ contract, key: "" }];
    const key = stateKeyOf({ receipts: [], nfts: new Map(), interactions });
    const text = writePositions({ positions: toPositions({ controller: contract }), accounts: [] }, key);
    const owner = sql`decode(lpad(to_hex(${firstOwner}::bigint + n), 40, '0'), 'hex')`;
    const each = sql`FROM generate_series(0, ${owners - 1}::int, ${OWNERS_PER_POSITIONS}::int) n`;
    await sql`INSERT INTO touch (owner, chain, contract, key, block_number, last_block)
      SELECT ${owner}, 'eth', decode(${contract.slice(2)}, 'hex'), '', 50, 50 ${each}`.execute(db);
    await sql`INSERT INTO position_read (owner, chain, protocol_id, block_number, block_hash, time_at, positions)
      SELECT ${owner}, 'eth', ${id}, 99, sha256('99'), 1699999990,
        replace(${text}, ${`"${RAW_AMOUNT}n"`}, '"' || (n + 1)::numeric * 9876543210123456789 || 'n"') ${each}`.execute(
      db,
    );
  }
}

function emitterOf(deployed: Deployed | undefined): Address {
  const emitter = [...(deployed?.signals.events ?? [])].flatMap(({ emitters }) =>
    Array.isArray(emitters) ? emitters : [],
  )[0];
  if (emitter === undefined) throw new TypeError("The protocol has no known emitter");
  return emitter.toLowerCase() as Address;
}
