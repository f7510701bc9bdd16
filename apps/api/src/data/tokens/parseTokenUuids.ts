import type { Address, Chain } from "@portico/evm";
import type { ChainState } from "@portico/store";
import { requireServed } from "../chains/chainSurvey.ts";
import { parseTokenId } from "./tokenId.ts";

export interface TokenKey {
  readonly chain: Chain;
  readonly address: Address;
}

/**
 * Parses tokens that are named by chain and id, `eth:0xa0b8…`; each once, in their order.
 * @throws ServiceError invalid_chain, invalid_address
 */
export function parseTokenUuids(uuids: readonly string[], states: readonly ChainState[]): TokenKey[] {
  const keys = new Map<string, TokenKey>();
  for (const uuid of uuids) {
    const [slug = "", id = ""] = uuid.split(":", 2);
    const chain = requireServed(slug, states);
    const address = parseTokenId(id, chain);
    keys.set(`${slug} ${address}`, { chain, address });
  }
  return [...keys.values()];
}
