import type { Address } from "@portico/evm";
import { addFollowedOwners, ensureChainState, readOwner } from "@portico/store";
import type { Store } from "@portico/store";
import { sql } from "kysely";

/** Tables whose rows belong to an owner, apart from balances. */
export const OWNED = ["leg", "nft_balance", "approval", "nft_approval", "operator_approval", "touch", "token_log"];
/** Kind of the legs that are markers of tokens. */
const MOVED = 10;

/** Coin that a contract paid: not in the first place of its transaction. */
const INTERNAL = sql`(kind = 2 and ((position >> 15) & 1048575) > 0)`;

/** Rows as texts, without what depends on the block at which a call was made. */
export async function readRows(db: Store, table: string, of?: readonly Address[], isTraced = true): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select (to_jsonb(t) - 'opened_block' - 'block_number' - 'is_stale')::text as text from ${sql.table(table)} t
    where (${of === undefined} or '0x' || encode(owner, 'hex') = any(${[...(of ?? [])]}))
      and ${isTraced || table !== "leg" ? sql`true` : sql`not ${INTERNAL}`}`.execute(db);
  return rows
    .map(({ text }) => text)
    .filter((text) => !text.includes(`"kind": ${MOVED},`))
    .toSorted();
}

/** Aave's variable debt in DAI. */
const DEBT = "0xcf8d0c70c850859266f5c338b38f9d663181c314";

export const listHeld = async (db: Store, owner: Address): Promise<string[]> =>
  (await readOwner(db, { owner, chains: ["eth"] })).balances
    .map(({ token, digits }) => `${token} ${digits}`)
    .toSorted();

/** The same without tokens whose balances grow with time: they are as old as the owner's last movement. */
export async function listSteady(db: Store, owner: Address, full: Store): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select '0x' || encode(token, 'hex') as token from token_drift where is_drifting`.execute(full);
  const drifting = new Set([DEBT, ...rows.map(({ token }) => token)]);
  return (await listHeld(db, owner)).filter((text) => !drifting.has(text.split(" ")[0]!));
}

/** Follows owners from a chain's first indexed block on. */
export async function followFrom(db: Store, startBlock: bigint, owners: readonly Address[]): Promise<void> {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock, mode: "owners" });
  await addFollowedOwners(db, "eth", owners);
  await sql`update followed_owner set since_block = ${startBlock - 1n}`.execute(db);
}

export async function countBlocks(db: Store): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from block`.execute(db);
  return Number(rows[0]!.count);
}
