import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { Leg, NftSale } from "@portico/store";
import type { FilledOrder } from "../nftMarkets/filledOrder.ts";
import { findOrderSales } from "./orderSales.ts";
import { toSale } from "./toSale.ts";

/**
 * Finds the sales of one transaction, at what the buyer paid for one NFT, including the market's fees and excluding gas:
 * by its legs if they show exactly one, else by the orders that marketplaces report (an index without traces has no
 * legs of coins that a contract forwards).
 */
export function findSales(
  chain: Pick<Chain, "wrappedToken">,
  legs: readonly Leg[],
  orders: readonly FilledOrder[] = [],
): NftSale[] {
  const sale = findLegSale(chain, legs);
  return sale === undefined ? findOrderSales(legs, orders) : [sale];
}

/** Whether legs of one transaction may show a sale, whatever was paid: else sales are only in the orders. */
export const mayShowSale = (legs: readonly Leg[]): boolean => findMove(legs) !== undefined;

/**
 * Exactly one NFT, or an amount of one ERC-1155 token, went from a seller to a buyer, through any number of
 * intermediaries, the buyer paid exactly one currency, the seller received that currency, and neither moved anything
 * else. The native coin and its wrapped form are one currency. Anything less clear is not a sale.
 */
function findLegSale({ wrappedToken }: Pick<Chain, "wrappedToken">, legs: readonly Leg[]): NftSale | undefined {
  const moved = findMove(legs);
  if (moved === undefined) return undefined;
  const { seller, buyer, leg, count } = moved;
  const nets = sumByOwner(legs);
  const paid = findOnly(nets.get(buyer), wrappedToken);
  const received = findOnly(nets.get(seller), wrappedToken);
  if (paid === undefined || received === undefined || paid.kind !== received.kind) return undefined;
  const rawAmount = -paid.rawAmount;
  if (rawAmount <= 0n || received.rawAmount <= 0n || received.rawAmount > rawAmount) return undefined;
  return toSale(leg, { payToken: paid.token, rawAmount, count });
}

interface Move {
  seller: Address;
  buyer: Address;
  /** More than one only of an ERC-1155 token. */
  count: bigint;
  /** The last leg, which brought it to the buyer. */
  leg: Leg;
}

/** The path of the one NFT that moved, between two accounts other than the zero address. */
function findMove(legs: readonly Leg[]): Move | undefined {
  const moves = legs.filter(({ kind }) => kind === LegKind.nft);
  const [first] = moves;
  if (first === undefined) return undefined;
  const isPlain = moves.every(
    ({ token, tokenId, counterparty }) =>
      token === first.token && tokenId === first.tokenId && counterparty !== ZERO_ADDRESS,
  );
  if (!isPlain) return undefined;
  const nets = Map.groupBy(moves, ({ owner }) => owner);
  const changed = [...nets].flatMap(([owner, own]) => {
    const net = own.reduce((sum, leg) => sum + signed(leg), 0n);
    return net === 0n ? [] : [{ owner, net }];
  });
  const [seller, buyer] = changed.toSorted((a, b) => Number(a.net - b.net));
  if (changed.length !== 2 || seller === undefined || buyer === undefined || seller.net !== -buyer.net)
    return undefined;
  const leg = moves.findLast(({ owner, isInbound }) => owner === buyer.owner && isInbound);
  return leg && { seller: seller.owner, buyer: buyer.owner, leg, count: buyer.net };
}

const signed = ({ isInbound, rawAmount }: Leg): bigint => (isInbound ? rawAmount : -rawAmount);

/** Each owner's net amount of each currency. */
function sumByOwner(legs: readonly Leg[]): Map<Address, Map<Address, bigint>> {
  const nets = new Map<Address, Map<Address, bigint>>();
  for (const leg of legs) {
    if (leg.kind !== LegKind.token && leg.kind !== LegKind.native) continue;
    const own = nets.get(leg.owner) ?? new Map<Address, bigint>();
    own.set(leg.token, (own.get(leg.token) ?? 0n) + signed(leg));
    nets.set(leg.owner, own);
  }
  return nets;
}

interface Net {
  /** The native coin also for its wrapped form. */
  kind: Address;
  /** The coin or its wrapped form, whichever amount is larger. */
  token: Address;
  rawAmount: bigint;
}

/** The only currency of which an owner's net amount is not zero; undefined if there is none, or several. */
function findOnly(nets: ReadonlyMap<Address, bigint> | undefined, wrapped: Address | null): Net | undefined {
  const kinds = Map.groupBy(nets ?? [], ([token]) => (token === wrapped ? NATIVE_TOKEN : token));
  const changed = [...kinds].flatMap(([kind, parts]): Net[] => {
    const rawAmount = parts.reduce((sum, [, net]) => sum + net, 0n);
    const sign = rawAmount < 0n ? -1n : 1n;
    const [heaviest] = parts.toSorted(([token, a], [, b]) => Number((b - a) * sign) || (token === kind ? -1 : 1));
    return rawAmount === 0n ? [] : [{ kind, token: heaviest?.[0] ?? kind, rawAmount }];
  });
  return changed.length === 1 ? changed[0] : undefined;
}
