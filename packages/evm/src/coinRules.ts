import type { Address } from "viem";
import rows from "./coinRules.json" with { type: "json" };

/**
 * Software of a rollup: it determines the transactions that its parent chain starts, and what a receipt says about
 * fees. `op`: OP stack; `scroll`: Scroll and its forks; `zksync`: ZK stack.
 */
export type RollupStack = "op" | "mantle" | "scroll" | "arbitrum" | "zksync";

/**
 * How the logs of a chain's ERC-20 view of the coin (`nativeErc20`) relate to its movements. `partial`: its `Transfer`
 * reports movements that transactions' values and traces don't show. `complete`: its `Transfer` reports every movement,
 * fees included. `polygon`: `LogTransfer` of the node reports every transfer of value.
 */
export type MirrorLogs = "partial" | "complete" | "polygon";

/** What is particular about a chain's native coin. */
export interface CoinRules {
  stack: RollupStack | null;
  /** Whether a fee for data is charged apart from gas: without its field, a receipt doesn't state the whole fee. */
  hasDataFee: boolean;
  mirror: MirrorLogs | null;
  /** The contract whose log `AddedReceiver` reports coins that a bridge creates in this block. */
  bridgeCredits: Address | null;
  /** What a header's `withdrawals` (EIP-4895) pay: the coin, or a token that is claimed by transactions. */
  withdrawals: "coin" | "token";
}

const ORDINARY: CoinRules = {
  stack: null,
  hasDataFee: false,
  mirror: null,
  bridgeCredits: null,
  withdrawals: "coin",
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- coinRules.test.ts checks every row
const table = rows as readonly (Partial<CoinRules> & { chain: string; sources: readonly string[] })[];

const byChain = new Map<string, CoinRules>(table.map(({ chain, ...rules }) => [chain, { ...ORDINARY, ...rules }]));

/** A chain's rules, with sources: coinRules.json. A chain without a row has an ordinary coin. */
export const coinRulesOf = (chain: string): CoinRules => byChain.get(chain) ?? ORDINARY;
