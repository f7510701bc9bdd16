import { actionWords, type ActionWords } from "@portico/transactions/actionWords";
import type { Flow } from "./flows.ts";
import { nameParties } from "./party.ts";
import { amount, listOf, type Piece, text } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";

const words: Readonly<Record<string, ActionWords>> = actionWords;

export const findActionWords = (category = ""): ActionWords | undefined =>
  Object.hasOwn(words, category) ? words[category] : undefined;

/** A transaction of a known category. @returns undefined if nothing moved in the category's direction. */
export function describeAction(scene: Scene): Piece[] | undefined {
  const { item, flows } = scene;
  const { category = "" } = item;
  if (category === "send" && flows.out.length > 0) return describeTransfer(scene, "out");
  if (category === "receive" && flows.in.length > 0) return describeTransfer(scene, "in");
  if (category === "trade_nft") return describeTrade(scene);
  const action = findActionWords(category);
  if (action === undefined || (hidesLosses(action) && flows.out.length > 0)) return undefined;
  const at = action.at === undefined ? [] : describeLocation(scene, action.at);
  if (action.first === undefined) return [text(action.verb), ...at];
  if (flows[action.first].length === 0) {
    return action.alone === undefined ? undefined : [text(action.alone), ...describeLocation(scene, "on")];
  }
  const other = flows[action.first === "in" ? "out" : "in"];
  const exchanged =
    action.link === undefined || other.length === 0 ? [] : [text(` ${action.link} `), ...amounts(other)];
  const chain = findOtherChain(scene);
  if (action.toChain === undefined || chain === undefined) {
    return [text(`${action.verb} `), ...amounts(flows[action.first]), ...exchanged, ...at];
  }
  const isOwnBridge = at.some((piece) => piece.kind === "name" && piece.text === chain);
  const to = text(` ${action.toChain} ${chain}`);
  return [text(`${action.verb} `), ...amounts(flows[action.first]), to, ...(isOwnBridge ? [] : at)];
}

const hidesLosses = ({ first, link, hasReceipt = false }: ActionWords): boolean =>
  first !== "out" && link === undefined && !hasReceipt;

const findOtherChain = ({ item: { counterpart = null }, nameChain }: Scene): string | undefined =>
  counterpart === null ? undefined : nameChain(counterpart.chain);

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
