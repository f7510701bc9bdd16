import { NATIVE_TOKEN } from "@portico/evm";
import type { Chain } from "@portico/evm";
import { unknownToken } from "@portico/store";
import type { Token } from "@portico/store";

/** The native coin as a token, from the chain table. */
export const describeNative = (chain: Chain): Token => ({
  ...unknownToken(chain.slug, NATIVE_TOKEN),
  standard: "native",
  name: chain.native.name,
  symbol: chain.native.symbol,
  decimals: chain.native.decimals,
  logoUrl: chain.logoUrl,
  isVerified: true,
  isCore: true,
  isScam: false,
  isSuspicious: false,
});
