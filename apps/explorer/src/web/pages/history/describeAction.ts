import type { Flow } from "./flows.ts";
import { nameParties } from "./party.ts";
import { amount, listOf, type Piece, text } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";

interface ActionWords {
  readonly verb: string;
  readonly first: "in" | "out";
  /** Precedes what was exchanged for it. */
  readonly link?: string;
  /** Precedes the protocol or the counterparty. */
  readonly at?: string;
}

const ACTIONS: Readonly<Record<string, ActionWords>> = {
  swap: { verb: "Swapped", first: "out", link: "for", at: "on" },
  wrap: { verb: "Wrapped", first: "out", link: "into" },
  unwrap: { verb: "Unwrapped", first: "out", link: "into" },
  add_liquidity: { verb: "Added", first: "out", at: "to" },
  remove_liquidity: { verb: "Took", first: "in", at: "out of" },
  supply: { verb: "Supplied", first: "out", at: "to" },
  withdraw: { verb: "Withdrew", first: "in", at: "from" },
  borrow: { verb: "Borrowed", first: "in", at: "from" },
  repay: { verb: "Repaid", first: "out", at: "to" },
  stake: { verb: "Staked", first: "out", at: "with" },
  unstake: { verb: "Unstaked", first: "in", at: "from" },
  claim: { verb: "Claimed", first: "in", at: "from" },
  mint: { verb: "Minted", first: "in", link: "for", at: "on" },
  burn: { verb: "Burned", first: "out", link: "for", at: "on" },
};

/** A transaction of a known category. @returns undefined if nothing moved in the category's direction. */
export function describeAction(scene: Scene): Piece[] | undefined {
  const { item, flows } = scene;
  const { category = "" } = item;
  if (category === "send" && flows.out.length > 0) return describeTransfer(scene, "out");
  if (category === "receive" && flows.in.length > 0) return describeTransfer(scene, "in");
  if (category === "trade_nft") return describeTrade(scene);
  const action = Object.hasOwn(ACTIONS, category) ? ACTIONS[category] : undefined;
  if (action === undefined || flows[action.first].length === 0) return undefined;
  const other = flows[action.first === "in" ? "out" : "in"];
  const exchanged =
    action.link === undefined || other.length === 0 ? [] : [text(` ${action.link} `), ...amounts(other)];
  const at = action.at === undefined ? [] : describeLocation(scene, action.at);
  return [text(`${action.verb} `), ...amounts(flows[action.first]), ...exchanged, ...at];
}

export const amounts = (flows: readonly Flow[]): Piece[] => listOf(flows.map(amount));

export function describeTransfer(scene: Scene, way: "in" | "out"): Piece[] {
  const { flows } = scene;
  const [verb, at, others] =
    way === "out" ? (["Sent", "to", flows.receivers] as const) : (["Received", "from", flows.senders] as const);
  return [text(`${verb} `), ...amounts(flows[way]), ...nameParties(scene, others, at)];
}

function describeTrade(scene: Scene): Piece[] | undefined {
  const { in: got, out: given } = scene.flows;
  const isSale = given.some(({ asset }) => asset.kind === "nft");
  const [first, second] = isSale ? [given, got] : [got, given];
  if (first.length === 0) return undefined;
  const isBarter = isSale && got.some(({ asset }) => asset.kind === "nft");
  const price = second.length === 0 ? [] : [text(" for "), ...amounts(second)];
  return [
    text(isBarter ? "Traded " : isSale ? "Sold " : "Bought "),
    ...amounts(first),
    ...price,
    ...describeLocation(scene, "on"),
  ];
}
