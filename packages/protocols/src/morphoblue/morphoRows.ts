import { findCoinOf, hasTrustedRate, max, min } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { OwnerContext } from "../adapter.ts";
import { toAssetsDown } from "./morphoMath.ts";
import { readMarkets, readStakes } from "./morphoReads.ts";
import type { MarketId, MorphoContracts, MorphoMarket, Stake } from "./morphoReads.ts";

/** A market, and what an owner has in it. */
export interface MorphoRow {
  market: MorphoMarket;
  stake: Stake;
}

/** Up to this many markets are read at once, and no more are shown. */
const MAX_ROWS = 1_000;
/** Markets in which an owner's part is read: one call each. */
const MAX_IDS = 10_000;

/**
 * The markets in which an owner has something. Anybody can open markets, and supply to them on behalf of others: of an
 * owner in very many of them those of `orderRows` are taken.
 * @returns also how many others there are; some of them may be empty.
 */
export async function readRows(
  context: OwnerContext<MorphoContracts>,
  ids: readonly MarketId[],
): Promise<{ rows: MorphoRow[]; omitted: number }> {
  const { chain, owner } = context;
  if (ids.length <= MAX_ROWS) {
    const [markets, stakes] = await Promise.all([readMarkets(context, ids), readStakes(context, ids, owner)]);
    const rows = markets.map((market, index) => ({ market, stake: stakes[index]! }));
    return { rows: rows.filter(({ stake }) => isHeld(stake)), omitted: 0 };
  }
  const asked = ids.slice(0, MAX_IDS);
  const stakes = (await readStakes(context, asked, owner)).map((stake, index) => ({ id: asked[index]!, stake }));
  const held = stakes.filter(({ stake }) => isHeld(stake));
  const heldIds = held.map(({ id }) => id);
  const rows = (await readMarkets(context, heldIds)).map((market, index) => ({ market, stake: held[index]!.stake }));
  const taken = orderRows(chain, rows).slice(0, MAX_ROWS);
  return { rows: taken, omitted: ids.length - asked.length + rows.length - taken.length };
}

const isHeld = ({ supplyShares, borrowShares, collateral }: Stake): boolean =>
  supplyShares > 0n || borrowShares > 0n || collateral > 0n;

interface Entry {
  row: MorphoRow;
  token: Address;
  /** What is compared, by the token. */
  kind: "collateral" | "lent" | "payable";
  rawAmount: bigint;
}

/**
 * Debts first, which only an owner can have caused. Then by the place among an owner's amounts of the same token, those of
 * known tokens before all others: dust, and amounts of worthless tokens, come last. What a market could pay out is compared
 * too: anybody can borrow back what they supplied, against a price of their own oracle.
 */
function orderRows({ slug }: Pick<Chain, "slug">, rows: readonly MorphoRow[]): MorphoRow[] {
  const entries = rows.flatMap(toEntries).filter(({ rawAmount }) => rawAmount > 0n);
  const places = new Map<MorphoRow, number>();
  for (const list of Map.groupBy(entries, ({ token, kind }) => `${token} ${kind}`).values()) {
    const isKnown = findCoinOf(slug, list[0]!.token) !== undefined || hasTrustedRate(slug, list[0]!.token);
    const sorted = list.toSorted((one, other) => Number(other.rawAmount - one.rawAmount));
    for (const [index, { row }] of sorted.entries()) {
      const place = isKnown ? index : index + rows.length;
      places.set(row, Math.min(place, placeOf(places, row)));
    }
  }
  const hasDebt = ({ stake }: MorphoRow): number => (stake.borrowShares > 0n ? 1 : 0);
  return rows.toSorted((one, other) => hasDebt(other) - hasDebt(one) || placeOf(places, one) - placeOf(places, other));
}

const placeOf = (places: ReadonlyMap<MorphoRow, number>, row: MorphoRow): number =>
  places.get(row) ?? Number.MAX_SAFE_INTEGER;

function toEntries(row: MorphoRow): Entry[] {
  const { loanToken, collateralToken, state } = row.market;
  const lent = toAssetsDown(row.stake.supplyShares, state.supplyAssets, state.supplyShares);
  const payable = min(lent, max(state.supplyAssets - state.borrowAssets, 0n));
  return [
    { row, token: loanToken, kind: "lent", rawAmount: lent },
    { row, token: loanToken, kind: "payable", rawAmount: payable },
    { row, token: collateralToken, kind: "collateral", rawAmount: row.stake.collateral },
  ];
}
