import { type ActionShape, actionShapes, type ShapedCategory } from "@portico/transactions/actionShapes";
import type { Flow } from "./flows.ts";
import { nameParties } from "./party.ts";
import { amount, listOf, type Piece, text } from "./piece.ts";
import { describeLocation, type Location, NOWHERE } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";
import { sentence } from "./sentence.ts";

/** Those that may have moved nothing in their direction. */
const ALONE = ["order_placed", "order_cancelled", "renew"] as const;
const isAlone = (category: string): category is (typeof ALONE)[number] => ALONE.some((one) => one === category);

const isShaped = (category: string): category is ShapedCategory => Object.hasOwn(actionShapes, category);

export const findActionShape = (category = ""): ActionShape | undefined =>
  isShaped(category) ? actionShapes[category] : undefined;

/** A transaction of a known category. @returns undefined if nothing moved in the category's direction. */
export function describeAction(scene: Scene): Piece[] | undefined {
  const { item, flows } = scene;
  const { category = "" } = item;
  if (category === "send" && flows.out.length > 0) return describeTransfer(scene, "out");
  if (category === "receive" && flows.in.length > 0) return describeTransfer(scene, "in");
  if (category === "trade_nft") return describeTrade(scene);
  if (!isShaped(category)) return undefined;
  const { first: way, isExchange = false, hasReceipt = false }: ActionShape = actionShapes[category];
  const hidesLosses = way !== "out" && !isExchange && !hasReceipt;
  if (hidesLosses && flows.out.length > 0) return undefined;
  const where = describeLocation(scene);
  if (way !== undefined && flows[way].length === 0)
    return isAlone(category) ? sentence(`history.alone_${category}`, where) : undefined;
  const first = way === undefined ? [] : amounts(flows[way]);
  const other = isExchange ? amounts(flows[way === "in" ? "out" : "in"]) : [];
  const chain = findOtherChain(scene);
  return sentence(`history.did_${category}`, {
    first,
    ...exchangeOf(other),
    chain: chain === undefined ? [] : [text(chain)],
    hasChain: chain === undefined ? "no" : "yes",
    ...(isOwnBridge(where, chain) ? NOWHERE : where),
  });
}

/** What was given or got for the first, as parameters of a message. */
const exchangeOf = (other: Piece[]) => ({ other, hasOther: other.length > 0 ? "yes" : "no" });

/** A chain's own bridge has the name of the chain, which is told already. */
const isOwnBridge = ({ place: [place] }: Location, chain: string | undefined): boolean =>
  place?.kind === "name" && place.text === chain;

const findOtherChain = ({ item: { counterpart = null }, nameChain }: Scene): string | undefined =>
  counterpart === null ? undefined : nameChain(counterpart.chain);

export const amounts = (flows: readonly Flow[]): Piece[] => listOf(flows.map(amount));

export function describeTransfer(scene: Scene, way: "in" | "out"): Piece[] {
  const { flows } = scene;
  const first = amounts(flows[way]);
  return way === "out"
    ? sentence("history.sent", { first, ...nameParties(scene, flows.receivers) })
    : sentence("history.received", { first, ...nameParties(scene, flows.senders) });
}

function describeTrade(scene: Scene): Piece[] | undefined {
  const { in: got, out: given } = scene.flows;
  const isSale = given.some(({ asset }) => asset.kind === "nft");
  const [first, second] = isSale ? [given, got] : [got, given];
  if (first.length === 0) return undefined;
  const isBarter = isSale && got.some(({ asset }) => asset.kind === "nft");
  return sentence(isBarter ? "history.traded" : isSale ? "history.sold" : "history.bought", {
    first: amounts(first),
    ...exchangeOf(amounts(second)),
    ...describeLocation(scene),
  });
}
