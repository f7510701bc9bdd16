import { NATIVE_TOKEN } from "@portico/evm";
import type { Store } from "@portico/store";
import { sql } from "kysely";

export interface MoveFill {
  /** Owners from 0. */
  readonly owners: number;
  /** Of the first owner and the first token, as numbers. */
  readonly firstOwner: number;
  readonly firstToken: number;
  /** Number of tokens. */
  readonly tokens: number;
  /** Of the head, which is block 100. */
  readonly timeAt: number;
}

/** Transactions of each owner, one in each of the blocks 95 to 98, a quarter of an hour apart. */
const MOVES = 4;

/** Each owner's token payments by calls of 68 bytes: the fee and the owner's side of the transfer. */
export async function fillMoves(
  db: Store,
  { owners, firstOwner, firstToken, tokens, timeAt }: MoveFill,
): Promise<void> {
  const owner = sql`decode(lpad(to_hex(${firstOwner}::bigint + o), 40, '0'), 'hex')`;
  const token = sql`decode(lpad(to_hex(${firstToken}::int + (o + k * 19) % ${tokens}::int), 40, '0'), 'hex')`;
  const time = sql`${timeAt}::int - (5 - k) * 900`;
  const hash = sql`sha256(int8send(o::bigint * 10 + k))`;
  const each = sql`FROM generate_series(0, ${MOVES - 1}::int) k, generate_series(0, ${owners - 1}::int) o`;
  await sql`INSERT INTO block (chain, block_number, time_at, hash)
    SELECT 'eth', n, ${timeAt}::int - (100 - n) * 900, sha256(int8send(n)) FROM generate_series(90, 100) n`.execute(db);
  await sql`INSERT INTO transaction (chain, block_number, tx_index, hash, time_at, sender, recipient, nonce, raw_value,
      raw_fee, input, is_success, gas_used)
    SELECT 'eth', 95 + k, o, ${hash}, ${time}, ${owner}, ${token}, k, 0, 21000000000000,
      decode('a9059cbb' || repeat('00', 64), 'hex'), true, 21000 ${each}`.execute(db);
  await sql`INSERT INTO leg (owner, chain, block_number, position, time_at, kind, is_inbound, token, counterparty, tx_hash,
      raw_amount)
    SELECT ${owner}, 'eth', 95 + k, (o::bigint << 39) + CASE WHEN is_fee THEN 3::bigint << 35 ELSE 1 << 15 END, ${time},
      CASE WHEN is_fee THEN 3 ELSE 0 END, false,
      CASE WHEN is_fee THEN decode(${NATIVE_TOKEN.slice(2)}, 'hex') ELSE ${token} END, decode(repeat('b0', 20), 'hex'), ${hash},
      CASE WHEN is_fee THEN 21000000000000 ELSE 1000000000000000 END
    ${each}, unnest('{true,false}'::boolean[]) is_fee`.execute(db);
}
