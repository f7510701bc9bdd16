import type { Address } from "viem";
import rows from "./quietTokens.json" with { type: "json" };

/**
 * Which events report a token's mints and burns instead of Transfer. `mint`: DSToken's Mint and Burn. `vault`:
 * ERC-4626's Deposit and Withdraw. `migrate`: the burn of a token that is exchanged for its successor.
 */
export type QuietLogs = "migrate" | "mint" | "vault";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- quietTokens.test.ts checks every row
const table = rows as readonly { chain: string; token: Address; logs: QuietLogs; sources: readonly string[] }[];

const byChain = new Map(
  [...Map.groupBy(table, ({ chain }) => chain)].map(([chain, list]) => [
    chain,
    new Map(list.map(({ token, logs }) => [token, logs])),
  ]),
);
const NONE: ReadonlyMap<Address, QuietLogs> = new Map();

/**
 * Tokens that mint and burn without a Transfer, by address in lower case; sources: quietTokens.json. Contracts that are
 * no tokens emit the same events, so that an event alone proves nothing.
 */
export const listQuietTokens = (chain: string): ReadonlyMap<Address, QuietLogs> => byChain.get(chain) ?? NONE;
