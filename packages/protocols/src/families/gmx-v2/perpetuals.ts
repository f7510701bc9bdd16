import { erc20Abi, max, min } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../../adapter.ts";
import type { Position, PositionDetail } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { hashText, storeAbi, toLongTokenKey, toPoolAmountKey, toShortTokenKey, toStoreKey } from "./gmxV2Store.ts";
import { FLOAT, readStorePrices } from "./storePrices.ts";

/** An account has a few, one for each market, token that secures it, and side. */
const MAX_POSITIONS = 100n;
/** Of funding amounts, besides FLOAT. */
const FUNDING = 10n ** 15n;
const DAY = 86_400;

type Context = OwnerContext<unknown>;

/** As stored when it last changed. USD have 30 decimals. */
interface Opened {
  key: Hex;
  market: Address;
  collateral: Address;
  isLong: boolean;
  sizeUsd: bigint;
  sizeTokens: bigint;
  margin: bigint;
  /** Cumulative rates that are paid for. */
  borrowing: bigint;
  funding: bigint;
}

/** Its market now. */
interface MarketState {
  index: Address;
  quote: Address;
  /** That profits are paid in, and how much of it the pool has. */
  profitToken: Address;
  rawProfitable: bigint;
  /** Of the collateral, that the market holds. */
  rawHeld: bigint;
  borrowing: bigint;
  funding: bigint;
  /** Positive if longs pay. */
  fundingPerSecond: bigint;
  /** Undefined if the traded token is no contract. */
  indexDecimals: number | undefined;
}

/** Leveraged positions, worth what closing pays before its fee. Borrowing fees count until the market last changed. */
export async function listPerpetuals(context: Context, store: Address): Promise<Position[]> {
  const opened = await readOpened(context, store);
  if (opened.length === 0) return [];
  const markets = await Promise.all(opened.map((one) => readMarket(context, store, one)));
  const tokens = opened.flatMap(({ collateral }, at) => [collateral, markets[at]!.index, markets[at]!.profitToken]);
  const prices = await readStorePrices(context, store, [...new Set(tokens)]);
  return opened.map((one, at): Position => ({
    name: "Perpetuals",
    detail: toDetail(one, markets[at]!, prices),
    pool: { controller: one.market },
    positionIndex: one.key,
  }));
}

async function readOpened({ owner, read }: Context, store: Address): Promise<Opened[]> {
  const of = { address: store, abi: storeAbi } as const;
  const list = toStoreKey(hashText("ACCOUNT_POSITION_LIST"), owner);
  const [keys] = await read([{ ...of, functionName: "getBytes32ValuesAt", args: [list, 0n, MAX_POSITIONS] }]);
  const opened = keys.map(async (key): Promise<Opened> => {
    const args = (field: string) => [toStoreKey(key, hashText(field))] as const;
    const [market, collateral, isLong, sizeUsd, sizeTokens, margin, borrowing, funding] = await read([
      { ...of, functionName: "getAddress", args: args("MARKET") },
      { ...of, functionName: "getAddress", args: args("COLLATERAL_TOKEN") },
      { ...of, functionName: "getBool", args: args("IS_LONG") },
      { ...of, functionName: "getUint", args: args("SIZE_IN_USD") },
      { ...of, functionName: "getUint", args: args("SIZE_IN_TOKENS") },
      { ...of, functionName: "getUint", args: args("COLLATERAL_AMOUNT") },
      { ...of, functionName: "getUint", args: args("BORROWING_FACTOR") },
      { ...of, functionName: "getUint", args: args("FUNDING_FEE_AMOUNT_PER_SIZE") },
    ]);
    const amounts = { sizeUsd, sizeTokens, margin, borrowing, funding };
    return { key, market: toLower(market), collateral: toLower(collateral), isLong, ...amounts };
  });
  return (await Promise.all(opened)).filter(({ sizeUsd, sizeTokens }) => sizeUsd > 0n && sizeTokens > 0n);
}

const decimalsAbi = parseAbi(["function decimals() view returns (uint8)"]);

async function readMarket(
  { read, readOnce, tryRead }: ReadContext<unknown>,
  store: Address,
  { market, collateral, isLong }: Opened,
): Promise<MarketState> {
  const of = { address: store, abi: storeAbi } as const;
  const named = await readOnce([
    { ...of, functionName: "getAddress", args: [toStoreKey(market, hashText("INDEX_TOKEN"))] },
    { ...of, functionName: "getAddress", args: [toLongTokenKey(market)] },
    { ...of, functionName: "getAddress", args: [toShortTokenKey(market)] },
  ]);
  const [index, long, short] = [toLower(named[0]), toLower(named[1]), toLower(named[2])];
  const profitToken = isLong ? long : short;
  const ofSide = (name: string) => [toStoreKey(hashText(name), market, isLong)] as const;
  const [[counted, borrowing, funding, fundingPerSecond], [rawHeld, rawProfitHeld], [indexDecimals]] =
    await Promise.all([
      read([
        { ...of, functionName: "getUint", args: [toPoolAmountKey(market, profitToken)] },
        { ...of, functionName: "getUint", args: ofSide("CUMULATIVE_BORROWING_FACTOR") },
        {
          ...of,
          functionName: "getUint",
          args: [toStoreKey(hashText("FUNDING_FEE_AMOUNT_PER_SIZE"), market, collateral, isLong)],
        },
        {
          ...of,
          functionName: "getInt",
          args: [toStoreKey(hashText("SAVED_FUNDING_FACTOR_PER_SECOND"), market)],
        },
      ]),
      read(
        [collateral, profitToken].map(
          (token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [market] }) as const,
        ),
      ),
      tryRead([{ address: index, abi: decimalsAbi, functionName: "decimals" }]),
    ]);
  const rawProfitable = min(counted, rawProfitHeld ?? 0n);
  const rates = { borrowing, funding, fundingPerSecond };
  return { index, quote: short, profitToken, rawProfitable, rawHeld: rawHeld ?? 0n, indexDecimals, ...rates };
}

/** A perpetual with what is known of it in `size`: without a price its profit is unknown, and it counts its margin. */
function toDetail(one: Opened, market: MarketState, prices: ReadonlyMap<Address, bigint>): PositionDetail {
  const { collateral, isLong, sizeUsd, sizeTokens } = one;
  const { index, indexDecimals } = market;
  const margin = { token: collateral, rawAmount: min(one.margin, market.rawHeld) };
  const [mark, collateralPrice, profitPrice] = [index, collateral, market.profitToken].map((at) => prices.get(at));
  const side = isLong ? "Long" : "Short";
  if (mark === undefined || collateralPrice === undefined || profitPrice === undefined)
    return {
      type: "common",
      supplies: [margin],
      description: `${side} ${toUsd(sizeUsd).toFixed(2)} USD; profit or loss unknown`,
    };
  const change = sizeTokens * mark - sizeUsd;
  const fundingFee = ceilDivide(sizeUsd * max(market.funding - one.funding, 0n), FLOAT * FUNDING);
  const fees = (sizeUsd * max(market.borrowing - one.borrowing, 0n)) / FLOAT + fundingFee * collateralPrice;
  const pnl = min(isLong ? change : -change, market.rawProfitable * profitPrice) - fees;
  const worth = max(margin.rawAmount * collateralPrice + pnl, 0n);
  const pays = { token: collateral, rawAmount: worth / collateralPrice };
  if (indexDecimals === undefined)
    return {
      type: "common",
      supplies: [pays],
      description: `${side} ${toUsd(sizeUsd).toFixed(2)} USD; profit ${toUsd(pnl).toFixed(2)} USD`,
    };
  const perToken = (price: bigint): number => toUsd(price * 10n ** BigInt(indexDecimals));
  return {
    type: "perpetuals",
    side,
    size: { token: index, rawAmount: sizeTokens },
    quote: market.quote,
    margin,
    pays,
    leverage: worth === 0n ? 0 : toUsd((sizeUsd * FLOAT) / worth),
    dailyFundingRate: toUsd(market.fundingPerSecond * BigInt(isLong ? DAY : -DAY)),
    entryPrice: perToken(sizeUsd / sizeTokens),
    markPrice: perToken(mark),
    pnlUsd: toUsd(pnl),
  };
}

const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** A figure of 30 decimals. */
const toUsd = (figure: bigint): number => Number(figure) / Number(FLOAT);
