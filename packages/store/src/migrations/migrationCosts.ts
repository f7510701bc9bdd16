/** What a migration does to rows that are stored already, by table. Its `chains`: only where one of them is indexed. */
export interface MigrationCost {
  /** All rows are deleted, and indexed again from the chain's start block. */
  deletes?: readonly string[];
  /** All rows are written anew, with their indexes, under an exclusive lock. */
  rewrites?: readonly string[];
  /** All rows are read, for an index or a new table, and some may change. */
  reads?: readonly string[];
  /** They are only read for an index: their rows are as before. */
  isIndexOnly?: true;
  chains?: readonly string[];
}

const INDEXED = [
  "block",
  "transaction",
  "contract",
  "leg",
  "balance",
  "stale_balance",
  "nft_balance",
  "stale_nft",
  "nft_sale",
  "approval",
  "nft_approval",
  "operator_approval",
  "price",
];

const WITH_TIMES = [
  "chain_state",
  "chain_status",
  "block",
  "transaction",
  "contract",
  "leg",
  "token",
  "nft_contract",
  "nft_sale",
  "approval",
  "nft_approval",
  "operator_approval",
  "price",
  "price_observation",
  "price_point",
  "price_clock",
  "protocol",
  "pool",
  "position_read",
  "position_point",
];

/** By name. A migration that isn't listed takes the same time whatever is stored. */
export const migrationCosts: Readonly<Record<string, MigrationCost>> = {
  "0010_prices": { deletes: INDEXED },
  "0011_positions": {
    deletes: [...INDEXED, "price_source", "price_observation", "price_point", "price_clock"],
    reads: ["token"],
  },
  "0012_history": { reads: ["transaction"] },
  "0015_accounts": { reads: ["access_key", "oauth_app"] },
  "0018_operating": { reads: ["oauth_artifact"] },
  "0021_block_times": { rewrites: WITH_TIMES },
  "0022_doubled_wraps": { reads: ["leg"], chains: ["scrl", "bera"] },
  "0024_token_twins": { reads: ["leg", "balance"], chains: ["xdai", "matic", "eth"] },
  "0025_side_reads": { reads: ["nft", "approval", "operator_approval", "nft_approval"] },
  "0027_ledger": { reads: ["residual"] },
  "0028_contract_links": { reads: ["nft_contract"] },
  "0029_side_repairs": { reads: ["leg"], chains: ["scrl", "bera"] },
  "0030_identified": { reads: ["nft_contract", "protocol_contract"] },
  "0031_later_checks": { reads: ["protocol_contract"] },
  "0037_scan_stages": { reads: ["sight", "owner_history"] },
  "0038_history_checks": { reads: ["owner_history"] },
  "0051_sale_times": { reads: ["nft_sale"] },
  "0052_collection_images": { reads: ["nft_contract"] },
  "0053_explorer_accounts": { reads: ["oauth_artifact"], isIndexOnly: true },
};
