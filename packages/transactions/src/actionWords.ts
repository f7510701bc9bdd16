import type { Category } from "./category.ts";

/** The words of a sentence about a transaction of a category. */
export interface ActionWords {
  readonly verb: string;
  /** The verb for a transaction that has not been sent. */
  readonly present: string;
  /** What the sentence is about: what came in or went out; without it, nothing that moved. */
  readonly first?: "in" | "out";
  /** Whether a receipt token stands for what the sentence is about: a deposit or a debt. */
  readonly hasReceipt?: boolean;
  /** Precedes what was exchanged for it. */
  readonly link?: string;
  /** Precedes the chain at the other end of a bridge. */
  readonly toChain?: string;
  /** Precedes the protocol. */
  readonly at?: string;
  /** The verb if nothing moved in this direction. */
  readonly alone?: string;
  /** `alone` for a transaction that has not been sent. */
  readonly presentAlone?: string;
}

/** By category; transfers, approvals, NFT trades, cancellations and creations have sentences of their own. */
export const actionWords: Readonly<Partial<Record<Category, ActionWords>>> = {
  swap: { verb: "Swapped", present: "Swaps", first: "out", link: "for", at: "on" },
  wrap: { verb: "Wrapped", present: "Wraps", first: "out", link: "into" },
  unwrap: { verb: "Unwrapped", present: "Unwraps", first: "out", link: "into" },
  add_liquidity: { verb: "Added", present: "Adds", first: "out", hasReceipt: true, at: "to" },
  remove_liquidity: { verb: "Took", present: "Takes", first: "in", hasReceipt: true, at: "out of" },
  supply: { verb: "Supplied", present: "Supplies", first: "out", hasReceipt: true, at: "to" },
  deposit: { verb: "Deposited", present: "Deposits", first: "out", hasReceipt: true, at: "in" },
  withdraw: { verb: "Withdrew", present: "Withdraws", first: "in", hasReceipt: true, at: "from" },
  borrow: { verb: "Borrowed", present: "Borrows", first: "in", hasReceipt: true, at: "from" },
  repay: { verb: "Repaid", present: "Repays", first: "out", hasReceipt: true, at: "to" },
  liquidation: { verb: "Lost", present: "Loses", first: "out", at: "in a liquidation on" },
  stake: { verb: "Staked", present: "Stakes", first: "out", at: "with" },
  unstake: { verb: "Unstaked", present: "Unstakes", first: "in", hasReceipt: true, at: "from" },
  lock: { verb: "Locked", present: "Locks", first: "out", at: "in" },
  unlock: { verb: "Unlocked", present: "Unlocks", first: "in", hasReceipt: true, at: "from" },
  claim: { verb: "Claimed", present: "Claims", first: "in", at: "from" },
  airdrop: { verb: "Received", present: "Receives", first: "in", at: "in an airdrop of" },
  bridge_out: { verb: "Bridged", present: "Bridges", first: "out", toChain: "to", at: "by" },
  bridge_in: { verb: "Received", present: "Receives", first: "in", toChain: "from", at: "by" },
  migrate: { verb: "Migrated", present: "Migrates", first: "out", link: "to", at: "on" },
  order_placed: {
    verb: "Placed an order to sell",
    present: "Places an order to sell",
    first: "out",
    at: "on",
    alone: "Placed an order",
    presentAlone: "Places an order",
  },
  order_filled: { verb: "Sold", present: "Sells", first: "out", link: "for", at: "by an order on" },
  order_cancelled: {
    verb: "Got back",
    present: "Gets back",
    first: "in",
    at: "from an order on",
    alone: "Cancelled an order",
    presentAlone: "Cancels an order",
  },
  donate: { verb: "Donated", present: "Donates", first: "out", at: "to" },
  renew: {
    verb: "Paid",
    present: "Pays",
    first: "out",
    at: "for a renewal on",
    alone: "Renewed a registration",
    presentAlone: "Renews a registration",
  },
  governance: { verb: "Voted", present: "Votes", at: "on" },
  delegate: { verb: "Delegated votes", present: "Delegates votes", at: "on" },
  mint: { verb: "Minted", present: "Mints", first: "in", link: "for", at: "on" },
  burn: { verb: "Burned", present: "Burns", first: "out", link: "for", at: "on" },
};
