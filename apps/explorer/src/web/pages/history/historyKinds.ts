import type { HistoryItem } from "@portico/client";

const KINDS = {
  receive: ["receive", "airdrop", "mint"],
  send: ["send", "burn", "donate", "renew"],
  swap: ["swap", "wrap", "unwrap", "migrate", "order_placed", "order_filled", "order_cancelled"],
  deposit: ["deposit", "supply", "add_liquidity", "stake", "lock", "withdraw", "remove_liquidity", "unstake", "unlock"],
  borrow: ["borrow", "repay", "liquidation"],
  claim: ["claim"],
  bridge: ["bridge_out", "bridge_in"],
  nft: ["trade_nft"],
  approve: ["approve", "revoke"],
  vote: ["governance", "delegate"],
  other: ["", "deploy", "cancel"],
} as const;

/** Kinds of transactions by which a history is filtered: each is several categories, or those that failed. */
export type HistoryKind = keyof typeof KINDS | "failed";

export const HISTORY_KINDS: readonly HistoryKind[] = [...(Object.keys(KINDS) as HistoryKind[]), "failed"];

export const isKind = (text: string): text is HistoryKind => HISTORY_KINDS.some((kind) => kind === text);

/** Whether a transaction is of a kind. */
export function isOfKind({ category = "", tx }: Pick<HistoryItem, "category" | "tx">, kind: HistoryKind): boolean {
  if (kind === "failed") return tx.status === 0;
  return (KINDS[kind] as readonly string[]).includes(category);
}
