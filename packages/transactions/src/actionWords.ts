import { type ActionShape, actionShapes, type ShapedCategory } from "./actionShapes.ts";
import type { Category } from "./category.ts";

/** The English words of a sentence about a transaction of a category. */
interface Words {
  readonly verb: string;
  /** The verb for a transaction that has not been sent. */
  readonly present: string;
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

export interface ActionWords extends ActionShape, Words {}

const WORDS: Readonly<Record<ShapedCategory, Words>> = {
  swap: { verb: "Swapped", present: "Swaps", link: "for", at: "on" },
  wrap: { verb: "Wrapped", present: "Wraps", link: "into" },
  unwrap: { verb: "Unwrapped", present: "Unwraps", link: "into" },
  add_liquidity: { verb: "Added", present: "Adds", at: "to" },
  remove_liquidity: { verb: "Took", present: "Takes", at: "out of" },
  supply: { verb: "Supplied", present: "Supplies", at: "to" },
  deposit: { verb: "Deposited", present: "Deposits", at: "in" },
  withdraw: { verb: "Withdrew", present: "Withdraws", at: "from" },
  borrow: { verb: "Borrowed", present: "Borrows", at: "from" },
  repay: { verb: "Repaid", present: "Repays", at: "to" },
  liquidation: { verb: "Lost", present: "Loses", at: "in a liquidation on" },
  stake: { verb: "Staked", present: "Stakes", at: "with" },
  unstake: { verb: "Unstaked", present: "Unstakes", at: "from" },
  lock: { verb: "Locked", present: "Locks", at: "in" },
  unlock: { verb: "Unlocked", present: "Unlocks", at: "from" },
  claim: { verb: "Claimed", present: "Claims", at: "from" },
  airdrop: { verb: "Received", present: "Receives", at: "in an airdrop of" },
  bridge_out: { verb: "Bridged", present: "Bridges", toChain: "to", at: "by" },
  bridge_in: { verb: "Received", present: "Receives", toChain: "from", at: "by" },
  migrate: { verb: "Migrated", present: "Migrates", link: "to", at: "on" },
  order_placed: {
    verb: "Placed an order to sell",
    present: "Places an order to sell",
    at: "on",
    alone: "Placed an order",
    presentAlone: "Places an order",
  },
  order_filled: { verb: "Sold", present: "Sells", link: "for", at: "by an order on" },
  order_cancelled: {
    verb: "Got back",
    present: "Gets back",
    at: "from an order on",
    alone: "Cancelled an order",
    presentAlone: "Cancels an order",
  },
  donate: { verb: "Donated", present: "Donates", at: "to" },
  renew: {
    verb: "Paid",
    present: "Pays",
    at: "for a renewal on",
    alone: "Renewed a registration",
    presentAlone: "Renews a registration",
  },
  governance: { verb: "Voted", present: "Votes", at: "on" },
  delegate: { verb: "Delegated votes", present: "Delegates votes", at: "on" },
  mint: { verb: "Minted", present: "Mints", link: "for", at: "on" },
  burn: { verb: "Burned", present: "Burns", link: "for", at: "on" },
};

/** By category; transfers, approvals, NFT trades, cancellations and creations have sentences of their own. */
export const actionWords: Readonly<Partial<Record<Category, ActionWords>>> = Object.fromEntries(
  Object.entries(actionShapes).map(([category, shape]) => [
    category,
    { ...shape, ...WORDS[category as ShapedCategory] },
  ]),
);
