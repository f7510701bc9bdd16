import { max } from "@portico/evm";

/** What covers a token's claims, in base units of one asset. */
export interface Cover {
  /** Cash that the contracts really hold, and debts that are owed to them. */
  rawCover: bigint;
  /** All claims. */
  rawClaims: bigint;
}

/** Roundings and fees that contracts do not report: less than a millionth. */
const TOLERANCE = 1_000_000n;

/** The part of a claim that is covered, if all claims together are not. */
export function toCovered(rawAmount: bigint, cover: Cover | undefined): bigint {
  if (cover === undefined) return rawAmount;
  const rawClaims = max(cover.rawClaims, rawAmount); // a contract that anybody deployed may report less
  const rawCover = max(cover.rawCover, 0n);
  if (rawClaims === 0n || rawCover + rawClaims / TOLERANCE + 10n >= rawClaims) return rawAmount;
  return (rawAmount * rawCover) / rawClaims;
}
