import type { HistoryItem } from "@portico/client";

const KINDS = {
  receive: ["Received", ["receive", "airdrop", "mint"]],
  send: ["Sent", ["send", "burn", "donate", "renew"]],
  swap: ["Swaps and orders", ["swap", "wrap", "unwrap", "migrate", "order_placed", "order_filled", "order_cancelled"]],
  deposit: [
    "Deposits and stakes",
    ["deposit", "supply", "add_liquidity", "stake", "lock", "withdraw", "remove_liquidity", "unstake", "unlock"],
  ],
  borrow: ["Loans", ["borrow", "repay", "liquidation"]],
  claim: ["Rewards", ["claim"]],
  bridge: ["Bridges", ["bridge_out", "bridge_in"]],
  nft: ["NFT trades", ["trade_nft"]],
  approve: ["Approvals", ["approve", "revoke"]],
  vote: ["Votes", ["governance", "delegate"]],
  other: ["Other calls", ["", "deploy", "cancel"]],
} as const;

/** Kinds of transactions by which a history is filtered: each is several categories, or those that failed. */
export type HistoryKind = keyof typeof KINDS | "failed";

export const HISTORY_KINDS: readonly (readonly [HistoryKind, string])[] = [
  ...Object.entries(KINDS).map(([kind, [name]]) => [kind as HistoryKind, name] as const),
  ["failed", "Failed"],
];

export const isKind = (text: string): text is HistoryKind => HISTORY_KINDS.some(([kind]) => kind === text);

/** Whether a transaction is of a kind. */
export function isOfKind({ category = "", tx }: Pick<HistoryItem, "category" | "tx">, kind: HistoryKind): boolean {
  if (kind === "failed") return tx.status === 0;
  const [, categories] = KINDS[kind];
  return (categories as readonly string[]).includes(category);
}
