import type { Address, Hex } from "@portico/evm";
import { decodeEventLog, toEventSelector } from "viem";
import type { RpcLog } from "viem";
import { toLowerCase } from "../decode/logDecoder.ts";
import { blurEvents } from "./blur.ts";
import type { FilledOrder } from "./filledOrder.ts";
import { foundationEvents } from "./foundation.ts";
import { looksRareEvents } from "./looksRare.ts";
import type { MarketEvent, ReportedOrder } from "./marketEvent.ts";
import { findNftMarket } from "./nftMarkets.ts";
import { punkEvents } from "./punks.ts";
import { seaportEvents } from "./seaport.ts";
import { wyvernEvents } from "./wyvern.ts";
import { x2y2Events } from "./x2y2.ts";

/** Another marketplace is a file with its events, a row here and its contracts in nftMarkets.json. */
const events: readonly MarketEvent[] = [
  ...seaportEvents,
  ...looksRareEvents,
  ...blurEvents,
  ...foundationEvents,
  ...punkEvents,
  ...wyvernEvents,
  ...x2y2Events,
];

const byTopic = new Map<string, MarketEvent>(events.map((event) => [toEventSelector(event.abi), event]));

/** First topics of the events of marketplaces. */
export const MARKET_TOPICS = [...byTopic.keys()] as Hex[];

/**
 * The order that a marketplace reports as filled. Anybody can emit such an event, so only those of known contracts
 * count.
 * @returns undefined for any other log, and for an unclear order.
 */
export function readFilledOrder(chain: string, log: RpcLog): FilledOrder | undefined {
  const event = byTopic.get(log.topics[0] ?? "");
  const market = toLowerCase(log.address);
  if (event === undefined || findNftMarket(chain, market) !== event.market) return undefined;
  const order = decode(event, log, market);
  return order && toLowerCaseOrder({ ...order, market });
}

function decode({ abi, toOrder }: MarketEvent, { topics, data }: RpcLog, market: Address): ReportedOrder | undefined {
  try {
    const { args } = decodeEventLog({ abi: [abi], topics, data });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the event that toOrder was written for
    return toOrder(args as never, market);
  } catch {
    return undefined; // malformed
  }
}

const toLowerCaseOrder = (order: FilledOrder): FilledOrder => ({
  ...order,
  items: order.items?.map((item) => ({ ...item, contract: toLowerCase(item.contract) })),
  seller: order.seller && toLowerCase(order.seller),
  buyer: order.buyer && toLowerCase(order.buyer),
  payToken: toLowerCase(order.payToken),
});
