import type { Shape } from "./misfit.ts";

/** What programs read of recurring objects. */
export const CHAIN: Shape = {
  id: "string",
  community_id: "number",
  name: "string",
  native_token_id: "string",
  logo_url: "string",
  wrapped_token_id: "string",
};

export const TOKEN = {
  id: "string",
  chain: "string",
  name: "string",
  symbol: "string",
  display_symbol: "string|null",
  optimized_symbol: "string",
  decimals: "number",
  logo_url: "string|null",
  is_core: "boolean",
  is_verified: "boolean",
  is_wallet: "boolean",
  price: "number",
  time_at: "number",
} satisfies Shape;

export const HELD_TOKEN = { ...TOKEN, amount: "number", raw_amount_hex_str: "string" } satisfies Shape;
export const WALLET_TOKEN = { ...HELD_TOKEN, raw_amount: "string" } satisfies Shape;

export const PROTOCOL = {
  id: "string",
  chain: "string",
  name: "string",
  site_url: "string",
  logo_url: "string|null",
  has_supported_portfolio: "boolean",
  tvl: "number",
} satisfies Shape;

const STATS: Shape = { asset_usd_value: "number", debt_usd_value: "number", net_usd_value: "number" };

export const POSITIONS = {
  ...PROTOCOL,
  portfolio_item_list: [
    {
      name: "string",
      stats: STATS,
      detail: "object",
      detail_types: ["string"],
      update_at: "number",
      asset_token_list: [{ id: "string", chain: "string", symbol: "string", decimals: "number", amount: "number" }],
      pool: { id: "string", project_id: "string", controller: "string" },
    },
  ],
} satisfies Shape;

export const SUMS = { ...PROTOCOL, ...(STATS as object) } satisfies Shape;

export const HISTORY: Shape = {
  cate_dict: "object",
  project_dict: "object",
  token_dict: "object",
  history_list: [
    {
      id: "string",
      chain: "string",
      cate_id: "string|null",
      project_id: "string|null",
      receives: [{ amount: "number", from_addr: "string", token_id: "string" }],
      sends: [{ amount: "number", to_addr: "string", token_id: "string" }],
      time_at: "number",
      token_approve: "object|null",
      tx: "object|null",
    },
  ],
};

const SPENDER: Shape = { id: "string", protocol: "object|null" };

export const TOKEN_APPROVALS: Shape = [
  { id: "string", chain: "string", balance: "number", sum_exposure_usd: "number", spenders: [SPENDER] },
];

export const NFT_APPROVALS: Shape = {
  total: "string",
  tokens: [{ id: "string", contract_id: "string", inner_id: "string", amount: "string", spender: SPENDER }],
  contracts: [{ contract_id: "string", amount: "string", is_erc721: "boolean", spender: SPENDER }],
};

export const NFT: Shape = {
  id: "string",
  chain: "string",
  contract_id: "string",
  inner_id: "string",
  name: "string",
  content_type: "string",
  content: "string",
};

export const CURVE: Shape = [{ timestamp: "number", usd_value: "number" }];
export const BALANCE: Shape = { total_usd_value: "number", chain_list: [{ id: "string", usd_value: "number" }] };
