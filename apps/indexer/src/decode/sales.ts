import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import { encodePosition, LegKind } from "@portico/store";
import type { Leg, NftSale } from "@portico/store";

/**
 * Finds the sale in the legs of one transaction: exactly one NFT went from a seller to a buyer, through any number of
 * intermediaries, the buyer paid exactly one currency, the seller received that currency, and neither moved anything
 * else. The native coin and its wrapped form are one currency. Gas is not part of the price. Anything less clear is not
 * a sale.
 * @returns At most one, at the total that the buyer paid, including the market's fees.
 */
export function findSales({ wrappedToken }: Pick<Chain, "wrappedToken">, legs: readonly Leg[]): NftSale[] {
  const moved = findMove(legs);
  if (moved === undefined) return [];
  const { seller, buyer, leg } = moved;
  const nets = sumByOwner(legs);
  const paid = findOnly(nets.get(buyer), wrappedToken);
  const received = findOnly(nets.get(seller), wrappedToken);
  if (paid === undefined || received === undefined || paid.kind !== received.kind) return [];
  const rawAmount = -paid.rawAmount;
  if (rawAmount <= 0n || received.rawAmount <= 0n || received.rawAmount > rawAmount) return [];
  const { token: contract, tokenId = 0n, blockNumber, txHash, timeAt } = leg;
  const location = { blockNumber, position: encodePosition(leg), txHash, timeAt };
  return [{ contract, tokenId, ...location, payToken: paid.token, rawAmount }];
}

interface Move {
  seller: Address;
  buyer: Address;
  /** The last leg, which brought it to the buyer. */
  leg: Leg;
}

/** The path of the one NFT that moved: a single one, between two accounts other than the zero address. */
function findMove(legs: readonly Leg[]): Move | undefined {
  const moves = legs.filter(({ kind }) => kind === LegKind.nft);
  const [first] = moves;
  if (first === undefined) return undefined;
  const isPlain = moves.every(
    ({ token, tokenId, counterparty, rawAmount }) =>
      token === first.token && tokenId === first.tokenId && counterparty !== ZERO_ADDRESS && rawAmount === 1n,
  );
  if (!isPlain) return undefined;
  const nets = Map.groupBy(moves, ({ owner }) => owner);
  const changed = [...nets].flatMap(([owner, own]) => {
    const net = own.reduce((sum, leg) => sum + signed(leg), 0n);
    return net === 0n ? [] : [{ owner, net }];
  });
  const [seller, buyer] = changed.toSorted((a, b) => Number(a.net - b.net));
  if (changed.length !== 2 || seller?.net !== -1n || buyer?.net !== 1n) return undefined;
  const leg = moves.findLast(({ owner, isInbound }) => owner === buyer.owner && isInbound);
  return leg && { seller: seller.owner, buyer: buyer.owner, leg };
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
