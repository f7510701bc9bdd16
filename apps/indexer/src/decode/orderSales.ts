import { LegKind } from "@portico/store";
import type { Leg, NftSale } from "@portico/store";
import type { FilledOrder, OrderedNft } from "../nftMarkets/filledOrder.ts";
import { toSale } from "./toSale.ts";

/**
 * The sales that orders report, each if the legs show that the NFT went from the seller, or the marketplace that held
 * it, to the buyer. A price for NFTs that differ is none of each. Orders that were matched with each other are one sale.
 */
export function findOrderSales(legs: readonly Leg[], orders: readonly FilledOrder[]): NftSale[] {
  const found = new Map<Leg, NftSale>();
  for (const order of orders) {
    const receipts = legs.filter((leg) => leg.kind === LegKind.nft && leg.isInbound && !found.has(leg));
    const leg = order.items === undefined ? findBetween(legs, receipts, order) : findNamed(receipts, order);
    const sale = leg && toSale(leg, { ...order, count: leg.rawAmount });
    if (sale !== undefined) found.set(leg!, sale);
  }
  return [...found.values()];
}

function findNamed(receipts: readonly Leg[], order: FilledOrder): Leg | undefined {
  const item = sumItems(order.items ?? []);
  return item && receipts.find((leg) => isReceipt(leg, order, item));
}

/** The only NFT of an order, and how many of it. */
function sumItems(items: readonly OrderedNft[]): OrderedNft | undefined {
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

/** The only NFT that moved between the parties, if its receiver did not pay in tokens. */
function findBetween(legs: readonly Leg[], receipts: readonly Leg[], { seller, buyer }: FilledOrder): Leg | undefined {
  const [leg, ...others] = receipts.filter(
    ({ owner, counterparty }) =>
      (owner === buyer && counterparty === seller) || (owner === seller && counterparty === buyer),
  );
  if (leg === undefined || others.length > 0) return undefined;
  const paysTokens = legs.some(
    ({ kind, owner, isInbound }) => kind === LegKind.token && owner === leg.owner && !isInbound,
  );
  return paysTokens ? undefined : leg;
}
