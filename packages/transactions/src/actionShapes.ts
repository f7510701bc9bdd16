import type { Category } from "./category.ts";

/** What a sentence about a transaction of a category is about, in whatever language. */
export interface ActionShape {
  /** What came in or went out; without it, nothing that moved. */
  readonly first?: "in" | "out";
  /** Whether a receipt token stands for what the sentence is about: a deposit or a debt. */
  readonly hasReceipt?: boolean;
  /** Whether something else was exchanged for it. */
  readonly isExchange?: boolean;
}

/** By category; transfers, approvals, NFT trades, cancellations and creations have sentences of their own. */
export const actionShapes = {
  swap: { first: "out", isExchange: true },
  wrap: { first: "out", isExchange: true },
  unwrap: { first: "out", isExchange: true },
  add_liquidity: { first: "out", hasReceipt: true },
  remove_liquidity: { first: "in", hasReceipt: true },
  supply: { first: "out", hasReceipt: true },
  deposit: { first: "out", hasReceipt: true },
  withdraw: { first: "in", hasReceipt: true },
  borrow: { first: "in", hasReceipt: true },
  repay: { first: "out", hasReceipt: true },
  liquidation: { first: "out" },
  stake: { first: "out" },
  unstake: { first: "in", hasReceipt: true },
  lock: { first: "out" },
  unlock: { first: "in", hasReceipt: true },
  claim: { first: "in" },
  airdrop: { first: "in" },
  bridge_out: { first: "out" },
  bridge_in: { first: "in" },
  migrate: { first: "out", isExchange: true },
  order_placed: { first: "out" },
  order_filled: { first: "out", isExchange: true },
  order_cancelled: { first: "in" },
  donate: { first: "out" },
  renew: { first: "out" },
  governance: {},
  delegate: {},
  mint: { first: "in", isExchange: true },
  burn: { first: "out", isExchange: true },
} as const satisfies Readonly<Partial<Record<Category, ActionShape>>>;

export type ShapedCategory = keyof typeof actionShapes;
