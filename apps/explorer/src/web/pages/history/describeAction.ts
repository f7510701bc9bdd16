import { actionWords, type ActionWords } from "@portico/transactions/actionWords";
import type { Flow } from "./flows.ts";
import { nameParties } from "./party.ts";
import { amount, listOf, type Piece, text } from "./piece.ts";
import { describeLocation, NOWHERE } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";
import { sentence } from "./sentence.ts";

/** Categories whose sentences are alike; transfers, approvals and others have their own. */
type Action = Exclude<
  keyof typeof actionWords,
  "approve" | "cancel" | "deploy" | "receive" | "revoke" | "send" | "trade_nft"
>;

/** Those that may have moved nothing in their direction. */
const ALONE = ["order_placed", "order_cancelled", "renew"] as const;
const isAlone = (action: Action): action is (typeof ALONE)[number] => ALONE.some((one) => one === action);

const isAction = (category: string): category is Action => Object.hasOwn(actionWords, category);

export const findActionWords = (category = ""): ActionWords | undefined =>
  isAction(category) ? actionWords[category] : undefined;

/** A transaction of a known category. @returns undefined if nothing moved in the category's direction. */
export function describeAction(scene: Scene): Piece[] | undefined {
  const { item, flows } = scene;
  const { category = "" } = item;
  if (category === "send" && flows.out.length > 0) return describeTransfer(scene, "out");
  if (category === "receive" && flows.in.length > 0) return describeTransfer(scene, "in");
  if (category === "trade_nft") return describeTrade(scene);
  const words = findActionWords(category);
  if (words === undefined || !isAction(category) || (hidesLosses(words) && flows.out.length > 0)) return undefined;
  const { first: way } = words;
  if (way !== undefined && flows[way].length === 0)
    return isAlone(category) ? sentence(`history.alone_${category}`, describeLocation(scene)) : undefined;
  const place = words.at === undefined ? NOWHERE : describeLocation(scene);
  const first = way === undefined ? [] : amounts(flows[way]);
  const other = words.link === undefined || way === undefined ? [] : amounts(flows[way === "in" ? "out" : "in"]);
  return sentence(`history.did_${category}`, {
    first,
    ...exchangeOf(other),
    ...bridgeOf(scene, words),
    ...place,
    ...(isOwnBridge(scene, place.place) && NOWHERE),
  });
}

/** What was given or got for the first, as parameters of a message. */
const exchangeOf = (other: Piece[]) => ({ other, hasOther: other.length > 0 ? "yes" : "no" });

/** The chain at the other end of a bridge, as parameters of a message. */
function bridgeOf(scene: Scene, { toChain }: ActionWords) {
  const chain = toChain === undefined ? undefined : findOtherChain(scene);
  return chain === undefined ? { chain: [], hasChain: "no" } : { chain: [text(chain)], hasChain: "yes" };
}

/** A chain's own bridge has the name of the chain, which is told already. */
const isOwnBridge = (scene: Scene, [place]: readonly Piece[]): boolean =>
  place?.kind === "name" && place.text === findOtherChain(scene);

const hidesLosses = ({ first, link, hasReceipt = false }: ActionWords): boolean =>
  first !== "out" && link === undefined && !hasReceipt;

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
