import type { paths } from "@portico/contract";

type ReadPath = { [Path in keyof paths]: paths[Path] extends { readonly get: object } ? Path : never }[keyof paths];

/** Paths of the data API that visitors of the explorer may request with its key: reads of public data only. */
export const READ_PATHS: ReadonlySet<string> = new Set<ReadPath>([
  "/cloud/collection",
  "/v1/chain",
  "/v1/chain/list",
  "/v1/chain/status",
  "/v1/collection/nft_list",
  "/v1/currency/list",
  "/v1/name",
  "/v1/pool",
  "/v1/protocol",
  "/v1/protocol/all_list",
  "/v1/protocol/top_holders",
  "/v1/token",
  "/v1/token/list_by_ids",
  "/v1/token/top_holders",
  "/v1/user/all_complex_protocol_list",
  "/v1/user/all_history_list",
  "/v1/user/all_nft_list",
  "/v1/user/all_simple_protocol_list",
  "/v1/user/all_token_list",
  "/v1/user/chain_balance",
  "/v1/user/complex_app_list",
  "/v1/user/history_list",
  "/v1/user/nft_authorized_list",
  "/v1/user/nft_list",
  "/v1/user/profit_list",
  "/v1/user/protocol",
  "/v1/user/token_authorized_list",
  "/v1/user/token_list",
  "/v1/user/total_balance",
  "/v1/user/total_net_curve",
  "/v1/user/used_chain_list",
  "/v1/wallet/gas_market",
]);
