import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { Adapter, Identity, OwnerContext, PoolContext, ReadContext, Interaction } from "../adapter.ts";
import type { PoolState, Position } from "../position.ts";
import { ReadError } from "../reader.ts";
import type { TryRead } from "../reader.ts";
import { listDebtTokens, readAaveAccount } from "./aaveAccount.ts";
import type { AaveAccount } from "./aaveAccount.ts";
import { readAaveCover } from "./aaveCover.ts";
import { toKey } from "./aaveRewards.ts";
import { toCovered } from "./cover.ts";
import { listAnswered } from "./listAnswered.ts";
import { toLower } from "../toLower.ts";
import type { AaveContracts, AaveMarket, AaveReserve, AaveVersion } from "./aaveVersion.ts";

const poolAbi = parseAbi(["function getReservesList() view returns (address[])"]);

/** The same in V2 and V3, like the pool. @see https://aave.com/docs/developers/smart-contracts/tokenization */
const tokenAbi = parseAbi([
  "function POOL() view returns (address)",
  "function UNDERLYING_ASSET_ADDRESS() view returns (address)",
  "function totalSupply() view returns (uint256)",
]);

/** Where a family reads. */
export interface AaveSource<Contracts> {
  version: AaveVersion;
  /** Lower-case. */
  listMarkets(context: ReadContext<Contracts>): Promise<readonly AaveMarket[]> | readonly AaveMarket[];
}

/** A market is one position: an owner's supplies, debts and claimable rewards. Debts are tokens, like supplies. */
export const createAaveFamily = (version: AaveVersion) =>
  ({
    signals({ markets }: AaveContracts) {
      const emitters = [...new Set(markets.flatMap(({ incentives }) => incentives ?? []))];
      return emitters.length === 0 ? {} : { events: [{ ...version.accrued, emitters }] };
    },

    async identify({ contracts, tryRead }, candidates) {
      const found = await findAavePools(
        tryRead,
        version,
        candidates,
        new Set(contracts.markets.map(({ pool }) => pool)),
      );
      return new Map([...found.keys()].map((address): [Address, Identity] => [address, "receipt"]));
    },

    ...createAaveReader({ version, listMarkets: ({ contracts }: ReadContext<AaveContracts>) => contracts.markets }),
  }) satisfies Partial<Adapter<AaveContracts>>;

/** The pool, of these, of each token: a token names its pool and its asset, and that pool must name the token. */
export async function findAavePools(
  tryRead: TryRead,
  version: AaveVersion,
  candidates: readonly Address[],
  ours: ReadonlySet<Address>,
): Promise<Map<Address, Address>> {
  const get = (functionName: "POOL" | "UNDERLYING_ASSET_ADDRESS") =>
    tryRead(candidates.map((address) => ({ address, abi: tokenAbi, functionName }) as const));
  const [pools, assets] = await Promise.all([get("POOL"), get("UNDERLYING_ASSET_ADDRESS")]);
  const claims = candidates.flatMap((address, index) => {
    const [pool, asset] = [pools[index], assets[index]];
    return pool === undefined || asset === undefined || !ours.has(toLower(pool)) ? [] : [{ address, pool, asset }];
  });
  const reserves = await version.findReserves(tryRead, claims);
  return new Map(
    claims.flatMap(({ address, pool }, index): [Address, Address][] =>
      listReserveTokens(reserves[index]).includes(toLower(address)) ? [[address, toLower(pool)]] : [],
    ),
  );
}

/** Reads positions and pools of markets. */
export const createAaveReader = <Contracts>(source: AaveSource<Contracts>) =>
  ({
    async listPositions(context: OwnerContext<Contracts>) {
      const markets = await source.listMarkets(context);
      const controllers = new Set<Address>();
      const readings = await Promise.all(
        markets.map((market) => readMarket(context, source.version, { market, controllers })),
      );
      const answered = readings.flatMap((reading) => (reading instanceof ReadError ? [] : [reading]));
      const failure = readings.find((reading) => reading instanceof ReadError);
      if (failure !== undefined && !isAllWithin(context, answered)) throw failure;
      return answered.flatMap(({ positions }) => positions);
    },

    async listPools(context: PoolContext<Contracts>) {
      const markets = await source.listMarkets(context);
      return (await listAnswered(markets.map((market) => readMarketPools(context, source.version, market)))).flat();
    },
  }) satisfies Partial<Adapter<Contracts>>;

interface MarketReading {
  market: AaveMarket;
  /** Of all reserves. */
  tokens: readonly Address[];
  positions: Position[];
}

/** An owner's position in a market, or the error if it fails. */
async function readMarket(
  context: OwnerContext<unknown>,
  version: AaveVersion,
  { market, controllers }: Pick<AaveAccount, "market" | "controllers">,
): Promise<MarketReading | ReadError> {
  const reserves = readReserves(context, version, market);
  try {
    const positions = await readAaveAccount(context, { market, version, reserves, controllers });
    return { market, tokens: (await reserves).flatMap(listReserveTokens), positions };
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

/** Whether all known holdings of the owner are in markets that responded: then a failed market is omitted. */
function isAllWithin({ receipts, interactions }: OwnerContext<unknown>, answered: readonly MarketReading[]): boolean {
  const tokens = new Set(answered.flatMap((reading) => reading.tokens));
  const isCounted = ({ contract, key }: Interaction): boolean =>
    answered.some(
      ({ market, tokens: own }) =>
        (market.incentives ?? contract) === contract && (key === "" || own.map(toKey).includes(key)),
    );
  return answered.length > 0 && receipts.every((token) => tokens.has(token)) && interactions.every(isCounted);
}

/** A pool for each reserve; they share the market's pool id. */
async function readMarketPools(
  context: PoolContext<unknown>,
  version: AaveVersion,
  market: AaveMarket,
): Promise<PoolState[]> {
  const reserves = await readReserves(context, version, market);
  const tokens = reserves.map(({ aToken }) => aToken);
  const [totals, covers] = await Promise.all([
    context.read(tokens.map((address) => ({ address, abi: tokenAbi, functionName: "totalSupply" }) as const)),
    version.isCapped === true ? readAaveCover(context, reserves, tokens) : undefined,
  ]);
  const controller = toLower(market.pool);
  return reserves.map((reserve, index) => ({
    pool: { controller, index: reserve.asset },
    name: "Lending",
    contracts: [controller, ...listReserveTokens(reserve)],
    supplies: [{ token: reserve.asset, rawAmount: toCovered(totals[index] ?? 0n, covers?.get(reserve.aToken)) }],
    rawShares: totals[index] ?? 0n,
    depositors: { by: "receipt", token: reserve.aToken },
  }));
}

/** The reserves of a market, in two stages; the second is cached. */
export async function readReserves(
  { read, readOnce }: ReadContext<unknown>,
  version: AaveVersion,
  { pool }: AaveMarket,
): Promise<AaveReserve[]> {
  const [assets] = await read([{ address: pool, abi: poolAbi, functionName: "getReservesList" }]);
  const keys = assets.map((asset) => ({ pool, asset }));
  const reserves = await version.findReserves(readOnce, keys);
  return reserves.flatMap((reserve) => reserve ?? []);
}

const listReserveTokens = (reserve: AaveReserve | undefined): Address[] =>
  reserve === undefined ? [] : [reserve.aToken, ...listDebtTokens(reserve)];
