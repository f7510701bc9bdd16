import type { Chain as ChainResponse } from "@portico/contract";
import type { Chain } from "@portico/evm";

/**
 * A chain in the contract's form.
 * @param since - The first indexed block; undefined if the chain isn't served. Only from genesis on all
 * balance changes are known.
 * @param hasRpc - Whether it has a node, which simulates transactions.
 */
export const toChainResponse = (chain: Chain, since: bigint | undefined, hasRpc: boolean): ChainResponse => ({
  id: chain.slug,
  community_id: chain.chainId,
  name: chain.name,
  logo_url: chain.logoUrl ?? "",
  native_token_id: chain.native.id,
  wrapped_token_id: chain.wrappedToken ?? "",
  is_support_balance_change: since === 0n,
  is_served: since !== undefined,
  is_support_pre_exec: hasRpc,
  is_support_history: since !== undefined,
  symbol: chain.native.symbol,
  eip_1559: chain.isEip1559,
  block_interval: chain.blockIntervalMs === null ? null : chain.blockIntervalMs / 1000,
  explorer_host: chain.explorerUrl,
});
