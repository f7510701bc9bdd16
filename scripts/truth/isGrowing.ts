import { growingTokens } from "@portico/pocket";

const growing: ReadonlySet<string> = new Set(growingTokens.map((token) => token.toLowerCase()));

/** Its balances grow by the second and no event says so: what is stored is of the last block that touched it. */
export const isGrowing = (token: string): boolean => growing.has(token.toLowerCase());
