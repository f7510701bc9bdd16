import type { Database } from "../database/schema.ts";

/**
 * Where the rows of a table are on a distributed database:
 * - `owner`: on the shard of their owner, beside all other rows of that owner.
 * - `reference`: all of them on every node, so that reads of an owner can join them there.
 * - `local`: on the coordinator.
 */
export type TablePlacement = "local" | "owner" | "reference";

/** Of every table. */
export const TABLE_PLACEMENTS = {
  access_key: "local",
  account: "local",
  account_audit_entry: "local",
  account_code: "local",
  account_invitation: "local",
  account_member: "local",
  alert_rule: "local",
  approval: "owner",
  balance: "owner",
  block: "reference",
  chain_state: "reference",
  chain_status: "local",
  connect_key: "local",
  consent: "local",
  contract: "reference",
  contract_link: "local",
  contract_link_scan: "local",
  dashboard_session: "local",
  dead_letter: "local",
  deployment: "local",
  emitter: "local",
  endpoint_limit: "local",
  endpoint_version: "local",
  event_cursor: "local",
  event_scan: "local",
  event_stream: "local",
  exchange_rate: "local",
  fee_recipient: "owner",
  follow: "local",
  followed_owner: "owner",
  function_signature: "local",
  history_token: "local",
  holder_scan: "local",
  kept_partition: "local",
  lease: "local",
  leg: "owner",
  login_limit: "local",
  message: "local",
  message_batch: "local",
  message_block: "local",
  message_webhook: "local",
  new_contract: "local",
  nft: "local",
  nft_approval: "owner",
  nft_balance: "owner",
  nft_contract: "reference",
  nft_sale: "local",
  notice: "local",
  oauth_app: "local",
  oauth_app_logo: "local",
  oauth_artifact: "local",
  oauth_client: "local",
  operator_approval: "owner",
  owner_event: "local",
  owner_history: "owner",
  pool: "local",
  position_point: "owner",
  position_read: "owner",
  price: "reference",
  price_backfill: "local",
  price_clock: "local",
  price_observation: "local",
  price_point: "reference",
  price_source: "local",
  process: "local",
  profile: "local",
  protocol: "local",
  protocol_contract: "reference",
  protocol_switch: "local",
  request_hour: "local",
  request_sample: "local",
  request_span: "local",
  residual: "owner",
  rpc_rate: "local",
  sight: "owner",
  siwe_challenge: "local",
  phone_sign_in: "local",
  stale_balance: "local",
  stale_nft: "local",
  subscription: "local",
  subscription_lane: "local",
  token: "reference",
  token_drift: "reference",
  token_holder: "local",
  token_log: "owner",
  token_twin: "reference",
  touch: "owner",
  transaction: "local",
  unit_lease: "local",
  unit_ledger: "local",
  unit_price: "local",
  unit_request: "local",
  unit_usage: "local",
  wrap_repair: "local",
} as const satisfies Record<keyof Database, TablePlacement> & Record<string, TablePlacement>;

type TableName = keyof typeof TABLE_PLACEMENTS;

/** A table whose rows are on other nodes, too. */
export type DistributedTable = {
  [Name in TableName]: (typeof TABLE_PLACEMENTS)[Name] extends "local" ? never : Name;
}[TableName];

/** Whether rows of a table are on other nodes, too, if the database is distributed. */
export const isPlacedTable = (table: string): boolean =>
  (TABLE_PLACEMENTS as Readonly<Record<string, TablePlacement>>)[table] !== "local";
