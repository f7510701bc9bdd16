import type { UserToken } from "@portico/contract";
import type { WalletToken } from "@portico/contract/live";

/** Tokens whose exact amount is text. */
export const toWalletTokens = (tokens: UserToken[]): WalletToken[] =>
  tokens.map((token) => ({ ...token, raw_amount: token.raw_amount_str }) as WalletToken);
