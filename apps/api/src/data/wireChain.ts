import type { Chain as WireChain } from "@portico/contract";
import type { Chain } from "@portico/evm";

/** A chain as the contract spells it. */
export const wireChain = (chain: Chain, isServed: boolean): WireChain => ({
  id: chain.id,
  community_id: chain.chainId,
  name: chain.name,
  logo_url: chain.logoUrl ?? "",
  native_token_id: chain.native.id,
  wrapped_token_id: chain.wrappedToken ?? "",
  is_support_balance_change: isServed,
  is_served: isServed,
  is_support_pre_exec: false,
  is_support_history: false,
  symbol: chain.native.symbol,
  eip_1559: chain.isEip1559,
  block_interval: chain.blockIntervalMs === null ? null : chain.blockIntervalMs / 1000,
  explorer_host: chain.explorerUrl,
});
