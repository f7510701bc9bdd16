import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toStorableText } from "../tokens/tokenRows.ts";
import type { NftMetadata } from "./nftDetails.ts";
import { toNftId, unnestIds } from "./nftKeys.ts";
import type { NftId, NftIdRow } from "./nftKeys.ts";

/** Queues NFTs without known metadata to be fetched. By primary key. */
export async function ensureNfts(
  db: Store,
  chain: string,
  nfts: readonly (NftId & { isErc1155: boolean })[],
): Promise<void> {
  for (const isErc1155 of [false, true]) {
    const ids = nfts.filter((nft) => nft.isErc1155 === isErc1155);
    if (ids.length === 0) continue;
    await sql`
      insert into nft (chain, contract, token_id, is_erc1155)
      select distinct ${chain}, contract, token_id, ${isErc1155}::boolean from ${unnestIds(ids)}
      order by contract, token_id
      on conflict do nothing`.execute(db);
  }
}

/** An NFT whose metadata is to be fetched. */
export type NftTask = NftId & {
  isErc1155: boolean;
  /** Number of times it was claimed, including this one. */
  attempts: number;
  /** When others may claim it, in PostgreSQL's format: identifies this claim. */
  takenUntil: string;
};

/**
 * Claims up to `limit` due NFTs of a chain: new ones, then those whose metadata changed. They are out of the queue for
 * `leaseSeconds`; those without an outcome by then can be claimed again. By nft_to_fetch and nft_to_refresh; rows locked
 * by other processes are skipped.
 */
export async function claimNfts(
  db: Store,
  chain: string,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<NftTask[]> {
  const { rows } = await sql<NftIdRow & { is_erc1155: boolean; attempts: number; taken_until: string }>`
    with fresh as materialized (
      select contract, token_id from nft
      where chain = ${chain} and fetched_at is null and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked
    ), changed as materialized (
      select contract, token_id from nft
      where chain = ${chain} and fetched_at is not null and refresh_at <= now()
      order by refresh_at limit ${limit} - (select count(*) from fresh) for update skip locked
    ), lease as materialized (
      select clock_timestamp() + ${leaseSeconds} * interval '1 second' as taken_until
    )
    update nft n set attempts = n.attempts + 1, next_attempt_at = taken_until,
      refresh_at = case when n.fetched_at is not null then taken_until end
    from (select * from fresh union all select * from changed) due, lease
    where n.chain = ${chain} and n.contract = due.contract and n.token_id = due.token_id
    returning n.contract, n.token_id, n.is_erc1155, n.attempts, n.next_attempt_at::text as taken_until`.execute(db);
  return rows.map((row) => ({
    ...toNftId(row),
    isErc1155: row.is_erc1155,
    attempts: row.attempts,
    takenUntil: row.taken_until,
  }));
}

/** Outcome of a fetch. Without `takenUntil` it applies regardless of later claims. */
export type NftOutcome = NftId & { uri: string | null; takenUntil?: string } & (
    | { kind: "fetched"; metadata: NftMetadata }
    /** Permanent failure. */
    | { kind: "failed"; error: string }
    | { kind: "retry"; error: string; delaySeconds: number }
    /** Postponed: as if it had not been claimed. */
    | { kind: "deferred"; delaySeconds: number }
  );

/**
 * Stores outcomes of fetches, unless the NFT was claimed again meanwhile, or queued again: its contract's result may
 * then be of an orphaned block. A failure deletes no metadata that was fetched before. Rows that another transaction holds are skipped: it queues or deletes them, and may
 * wait for those written here. By primary key.
 */
export async function writeNftOutcomes(db: Store, chain: string, outcomes: readonly NftOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = JSON.stringify(outcomes.map(toRow));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) as g(
        contract bytea, token_id numeric, uri text, error text, name text, description text, content_type text, content text,
        thumbnail_url text, attributes jsonb, delay_seconds double precision, refund integer, taken_until timestamptz,
        is_fetched boolean
      )
    ), locked as materialized (
      select given.*, nft.fetched_at is not null and not given.is_fetched as is_kept
      from nft join given using (contract, token_id)
      where nft.chain = ${chain} and nft.next_attempt_at = coalesce(given.taken_until, nft.next_attempt_at)
      for update of nft skip locked
    )
    update nft n set
      uri = coalesce(o.uri, n.uri), error = o.error,
      name = case when o.is_kept then n.name else o.name end,
      description = case when o.is_kept then n.description else o.description end,
      content_type = case when o.is_kept then n.content_type else o.content_type end,
      content = case when o.is_kept then n.content else o.content end,
      thumbnail_url = case when o.is_kept then n.thumbnail_url else o.thumbnail_url end,
      attributes = case when o.is_kept then n.attributes else o.attributes end,
      attempts = n.attempts - o.refund,
      fetched_at = case when o.delay_seconds is null then now() else n.fetched_at end,
      next_attempt_at = now() + coalesce(o.delay_seconds, 0) * interval '1 second',
      refresh_at = case
        when o.delay_seconds is not null and n.fetched_at is not null then now() + o.delay_seconds * interval '1 second'
        when n.refresh_at > o.taken_until then n.refresh_at -- it changed again after this claim
      end
    from locked o
    where n.chain = ${chain} and n.contract = o.contract and n.token_id = o.token_id`.execute(db);
}

function toRow(outcome: NftOutcome) {
  const { kind, contract, tokenId, uri } = outcome;
  const metadata = kind === "fetched" ? outcome.metadata : undefined;
  return cleanJson({
    contract: toBytea(contract),
    token_id: tokenId.toString(),
    uri: uri === null ? null : uri.slice(0, 2048),
    error: "error" in outcome ? outcome.error.slice(0, 500) : null,
    name: metadata?.name,
    description: metadata?.description,
    content_type: metadata?.contentType,
    content: metadata?.content,
    thumbnail_url: metadata?.thumbnailUrl,
    attributes: metadata?.attributes,
    delay_seconds: "delaySeconds" in outcome ? outcome.delaySeconds : null,
    refund: kind === "deferred" ? 1 : 0,
    taken_until: outcome.takenUntil,
    is_fetched: kind === "fetched",
  });
}

/** toStorableText for all texts of a value. */
function cleanJson(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanJson(key), cleanJson(item)]));
}
