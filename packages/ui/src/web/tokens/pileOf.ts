import type { UserToken } from "@portico/client";

/** Where a page counts a token: with those it shows, or with those it hides until somebody asks. */
export type Pile = "shown" | "small" | "spam";

const SMALL_USD = 1;

/** A token's pile. The same words and numbers on every page: "23 tokens, 4 below $1, 33 suspected spam". */
export const pileOf = (token: JudgedToken): Pile => (isSpam(token) ? "spam" : isSmall(token) ? "small" : "shown");

export type JudgedToken = Pick<UserToken, "is_scam" | "is_suspicious" | "is_verified" | "price" | "usd_value">;

/** A known or suspected scam; or on no list that the operator trusts, and without an on-chain price. */
const isSpam = ({ is_scam, is_suspicious, is_verified, price }: JudgedToken): boolean =>
  is_scam === true || is_suspicious === true || (!is_verified && price === 0);

/** Worth less than a dollar; unknown for a token without a price. */
const isSmall = ({ price, usd_value: value = 0 }: JudgedToken): boolean => price > 0 && value < SMALL_USD;
