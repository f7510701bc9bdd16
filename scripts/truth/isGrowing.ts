import { growingTokens } from "@portico/devnet";

const growing: ReadonlySet<string> = new Set(growingTokens.map((token) => token.toLowerCase()));

/** The balances grow by the second without an event: the stored value is from the last block that changed it. */
export const isGrowing = (token: string): boolean => growing.has(token.toLowerCase());
