import type { Category } from "./category.ts";

/** The words of a sentence about a transaction of a category. */
export interface ActionWords {
  readonly verb: string;
  /** What the sentence is about: what came in or went out; without it, nothing that moved. */
  readonly first?: "in" | "out";
  /** Whether a receipt token stands for what the sentence is about: a deposit or a debt. */
  readonly hasReceipt?: boolean;
  /** Precedes what was exchanged for it. */
  readonly link?: string;
  /** Precedes the protocol. */
  readonly at?: string;
  /** The verb if nothing moved in this direction. */
  readonly alone?: string;
}

/** By category; transfers, approvals, NFT trades, cancellations and creations have sentences of their own. */
export const actionWords: Readonly<Partial<Record<Category, ActionWords>>> = {
  swap: { verb: "Swapped", first: "out", link: "for", at: "on" },
  wrap: { verb: "Wrapped", first: "out", link: "into" },
  unwrap: { verb: "Unwrapped", first: "out", link: "into" },
  add_liquidity: { verb: "Added", first: "out", hasReceipt: true, at: "to" },
  remove_liquidity: { verb: "Took", first: "in", hasReceipt: true, at: "out of" },
  supply: { verb: "Supplied", first: "out", hasReceipt: true, at: "to" },
  deposit: { verb: "Deposited", first: "out", hasReceipt: true, at: "in" },
  withdraw: { verb: "Withdrew", first: "in", hasReceipt: true, at: "from" },
  borrow: { verb: "Borrowed", first: "in", hasReceipt: true, at: "from" },
  repay: { verb: "Repaid", first: "out", hasReceipt: true, at: "to" },
  liquidation: { verb: "Lost", first: "out", at: "in a liquidation on" },
  stake: { verb: "Staked", first: "out", at: "with" },
  unstake: { verb: "Unstaked", first: "in", at: "from" },
  lock: { verb: "Locked", first: "out", at: "in" },
  unlock: { verb: "Unlocked", first: "in", at: "from" },
  claim: { verb: "Claimed", first: "in", at: "from" },
  airdrop: { verb: "Received", first: "in", at: "in an airdrop of" },
  bridge_out: { verb: "Bridged", first: "out", at: "by" },
  bridge_in: { verb: "Received", first: "in", at: "by" },
  migrate: { verb: "Migrated", first: "out", link: "to", at: "on" },
  order_placed: { verb: "Placed an order to sell", first: "out", at: "on", alone: "Placed an order" },
  order_filled: { verb: "Sold", first: "out", link: "for", at: "by an order on" },
  order_cancelled: { verb: "Got back", first: "in", at: "from an order on", alone: "Cancelled an order" },
  donate: { verb: "Donated", first: "out", at: "to" },
  renew: { verb: "Paid", first: "out", at: "for a renewal on", alone: "Renewed a registration" },
  governance: { verb: "Voted", at: "on" },
  delegate: { verb: "Delegated votes", at: "on" },
  mint: { verb: "Minted", first: "in", link: "for", at: "on" },
  burn: { verb: "Burned", first: "out", link: "for", at: "on" },
};
