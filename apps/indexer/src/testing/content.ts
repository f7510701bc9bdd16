import type { Store } from "@portico/store";

const TABLES = [
  "block",
  "transaction",
  "contract",
  "leg",
  "balance",
  "stale_balance",
  "nft_balance",
  "stale_nft",
  "nft_contract",
  "nft_sale",
  "approval",
  "nft_approval",
  "operator_approval",
  "token",
  "price",
  "price_observation",
  "price_source",
  "touch",
  "chain_state",
] as const;

/** Every row of every table that the indexer writes, except times of writing: equal texts mean equal content. */
export async function readContent(db: Store): Promise<Record<string, string[]>> {
  const contents = TABLES.map(async (table) => {
    const rows = await db.selectFrom(table).selectAll().execute();
    const left = NOT_COMPARED[table] ?? [];
    const texts = rows.map((row) =>
      JSON.stringify({ ...row, ...Object.fromEntries(left.map((key) => [key, 0])) }, simplify),
    );
    return [table, texts.toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** Columns that depend on the heads at which they were read, or on the progress of side jobs. */
const NOT_COMPARED: Partial<Record<(typeof TABLES)[number], readonly string[]>> = {
  balance: ["opened_block"],
  nft_contract: ["is_classified", "image_url", "image_due_at", "image_attempts"],
  price: ["day_ago_usd"],
  price_observation: ["supply"],
  price_source: ["block_number", "is_classified"],
  token: ["protocol_id", "is_classified"],
};

const simplify = (key: string, value: unknown): unknown => {
  if (key === "updated_at") return undefined;
  return typeof value === "bigint" ? String(value) : value;
};
