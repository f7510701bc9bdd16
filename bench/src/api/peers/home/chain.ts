import type { Chain } from "@portico/evm";

/** A chain in responses. The fixture has one, indexed from genesis. */
export const toChain = (chain: Chain) => ({
  id: chain.slug,
  community_id: chain.chainId,
  name: chain.name,
  logo_url: chain.logoUrl ?? "",
  native_token_id: chain.native.id,
  wrapped_token_id: chain.wrappedToken ?? "",
  is_support_balance_change: true,
  is_served: true,
  is_support_pre_exec: false,
  is_support_history: true,
  symbol: chain.native.symbol,
  eip_1559: chain.isEip1559,
  block_interval: chain.blockIntervalMs === null ? null : chain.blockIntervalMs / 1000,
  explorer_host: chain.explorerUrl,
});
