import type { Token as WireToken } from "@portico/contract";
import { NATIVE_TOKEN, type Address, type Chain } from "@portico/evm";
import type { Token } from "@portico/store";

/** A token in memory, ready for the wire. */
export interface TokenEntry {
  readonly address: Address;
  readonly decimals: number;
  /** USD for one whole token; 0 means no data. */
  readonly price: number;
  /** Issued by a protocol for a deposit or a debt: counted as a position, not as a token. */
  readonly isDerived: boolean;
  readonly wire: WireToken;
  /** The JSON text of `wire`, without the closing brace. */
  readonly text: string;
}

export interface TokenFacts {
  readonly chain: Chain;
  readonly token: Token;
  /** USD for one whole token; undefined when no source has one. */
  readonly usd: number | undefined;
  /** Whether another token of the chain, better known, has the same symbol. */
  readonly isAmbiguous: boolean;
}

export function createTokenEntry({ chain, token, usd = 0, isAmbiguous }: TokenFacts): TokenEntry {
  const id = token.address === NATIVE_TOKEN ? chain.native.id : token.address;
  const displaySymbol = isAmbiguous && token.symbol !== null ? `${token.symbol} (${id.slice(0, 8)})` : null;
  const isDerived = token.protocolId !== "";
  const wire: WireToken = {
    id,
    chain: chain.id,
    name: token.name,
    symbol: token.symbol,
    display_symbol: displaySymbol,
    optimized_symbol: displaySymbol ?? token.symbol ?? "",
    decimals: token.decimals,
    logo_url: token.logoUrl,
    protocol_id: token.protocolId,
    price: usd,
    is_verified: token.isVerified,
    is_core: token.isCore,
    is_wallet: !isDerived,
    time_at: token.timeAt ?? 0,
  };
  const text = JSON.stringify(wire).slice(0, -1);
  return { address: token.address, decimals: token.decimals ?? 0, price: usd, isDerived, wire, text };
}

/** What the native coin is when no indexer wrote it yet: the chain table knows. */
export const nativeToken = ({ id, native, logoUrl }: Chain): Token => ({
  ...unknownToken(id, NATIVE_TOKEN),
  standard: "native",
  name: native.name,
  symbol: native.symbol,
  decimals: native.decimals,
  logoUrl,
  isVerified: true,
  isCore: true,
});

/** A token that is held and of which nothing is known yet. */
export const unknownToken = (chain: string, address: Address): Token => ({
  chain,
  address,
  standard: "erc20",
  name: null,
  symbol: null,
  decimals: null,
  logoUrl: null,
  isVerified: false,
  isCore: false,
  timeAt: null,
  protocolId: "",
  metadataBlock: null,
});
