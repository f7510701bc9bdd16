import { NATIVE_TOKEN, toAmount, type Chain } from "@portico/evm";
import { unknownToken, type Token } from "@portico/store";
import { listSources } from "../positions/positionSources.ts";

type StoredToken = Omit<Token, "chain" | "creator" | "metadataBlock" | "standard" | "totalSupply">;

/** The fields of a token in responses, and nothing else: there may be very many. */
export interface TokenRecord extends Readonly<StoredToken> {
  /** Whole tokens in existence, display only; null if unknown. */
  readonly supply: number | null;
}

export const toRecord = (token: Token): TokenRecord => ({
  address: token.address,
  name: token.name,
  symbol: token.symbol,
  decimals: token.decimals,
  logoUrl: token.logoUrl,
  isVerified: token.isVerified,
  isCore: token.isCore,
  timeAt: token.timeAt,
  protocolId: findIssuer(token),
  isScam: token.isScam,
  isSuspicious: token.isSuspicious,
  supply: token.totalSupply === null || token.decimals === null ? null : toAmount(token.totalSupply, token.decimals),
});

/**
 * A receipt that no adapter reads as a position, because the adapter was removed or was never on this chain, is a token
 * of the wallet.
 */
const findIssuer = ({ chain, protocolId }: Pick<Token, "chain" | "protocolId">): string =>
  protocolId !== "" && listSources(chain, "protocol").byId.has(protocolId) ? protocolId : "";

export const isSameRecord = (a: TokenRecord, b: TokenRecord): boolean =>
  a.address === b.address &&
  a.name === b.name &&
  a.symbol === b.symbol &&
  a.decimals === b.decimals &&
  a.logoUrl === b.logoUrl &&
  a.isVerified === b.isVerified &&
  a.isCore === b.isCore &&
  a.timeAt === b.timeAt &&
  a.protocolId === b.protocolId &&
  a.isScam === b.isScam &&
  a.isSuspicious === b.isSuspicious &&
  a.supply === b.supply;

/** The native coin before an indexer has written it: from the chain table. */
export const nativeToken = ({ slug, native, logoUrl }: Chain): Token => ({
  ...unknownToken(slug, NATIVE_TOKEN),
  standard: "native",
  name: native.name,
  symbol: native.symbol,
  decimals: native.decimals,
  logoUrl,
  isVerified: true,
  isCore: true,
  isScam: false,
  isSuspicious: false,
});
