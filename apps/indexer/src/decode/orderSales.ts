import { LegKind } from "@portico/store";
import type { Leg, NftSale } from "@portico/store";
import type { FilledOrder, OrderedNft } from "../nftMarkets/filledOrder.ts";
import { toSale } from "./toSale.ts";

/**
 * The sales that orders report, each if the legs show that the NFT went from the seller, or the marketplace that held
 * it, to the buyer. A price for NFTs that differ is none of each. Orders that were matched with each other are one sale.
 */
export function findOrderSales(legs: readonly Leg[], orders: readonly FilledOrder[]): NftSale[] {
  if (orders.length === 0) return [];
  const receipts = legs.filter(({ kind, isInbound }) => kind === LegKind.nft && isInbound);
  const found = new Map<Leg, NftSale>();
  for (const order of orders) {
    const item = sumItems(order);
    if (item === undefined) continue;
    const leg = receipts.find((receipt) => !found.has(receipt) && isReceipt(receipt, order, item));
    const sale = leg && toSale(leg, { ...order, count: item.rawAmount });
    if (sale !== undefined) found.set(leg!, sale);
  }
  return [...found.values()];
}

/** The only NFT of an order, and how many of it. */
function sumItems({ items }: FilledOrder): OrderedNft | undefined {
  const [first] = items;
  const isOne = items.every(({ contract, tokenId }) => contract === first?.contract && tokenId === first.tokenId);
  if (first === undefined || !isOne) return undefined;
  return { ...first, rawAmount: items.reduce((sum, { rawAmount }) => sum + rawAmount, 0n) };
}

function isReceipt(leg: Leg, { seller, buyer, market }: FilledOrder, item: OrderedNft): boolean {
  if (leg.token !== item.contract || leg.tokenId !== item.tokenId || leg.rawAmount !== item.rawAmount) return false;
  if (buyer !== undefined && leg.owner !== buyer) return false;
  return seller === undefined || leg.counterparty === seller || leg.counterparty === market;
}
