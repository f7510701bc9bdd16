import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { Adapter, Identity, OwnerContext, PoolContext, ReadContext, Interaction } from "../adapter.ts";
import type { PoolState, Position } from "../position.ts";
import { ReadError } from "../reader.ts";
import { listDebtTokens, readAaveAccount, toKey } from "./aaveAccount.ts";
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

/** A market is one position: an owner's supplies, debts and claimable rewards. Debts are tokens, like supplies. */
export const createAaveFamily = (version: AaveVersion) =>
  ({
    signals({ markets }: AaveContracts) {
      const emitters = [...new Set(markets.flatMap(({ incentives }) => incentives ?? []))];
      return emitters.length === 0 ? {} : { events: [{ ...version.accrued, emitters }] };
    },

    /** A token names its pool and its asset, and that pool must name the token. */
    async identify({ contracts, tryRead }, candidates) {
      const [pools, assets] = await Promise.all([
        tryRead(candidates.map((address) => ({ address, abi: tokenAbi, functionName: "POOL" }) as const)),
        tryRead(
          candidates.map((address) => ({ address, abi: tokenAbi, functionName: "UNDERLYING_ASSET_ADDRESS" }) as const),
        ),
      ]);
      const ours = new Set(contracts.markets.map(({ pool }) => toLower(pool)));
      const claims = candidates.flatMap((address, index) => {
        const [pool, asset] = [pools[index], assets[index]];
        return pool === undefined || asset === undefined || !ours.has(toLower(pool)) ? [] : [{ address, pool, asset }];
      });
      const reserves = await version.findReserves(tryRead, claims);
      const proven = claims.filter(({ address }, index) =>
        listReserveTokens(reserves[index]).includes(toLower(address)),
      );
      return new Map(proven.map(({ address }): [Address, Identity] => [address, "receipt"]));
    },

    async listPositions(context: OwnerContext<AaveContracts>) {
      const readings = await Promise.all(
        context.contracts.markets.map((market) => readMarket(context, version, market)),
      );
      const answered = readings.flatMap((reading) => (reading instanceof ReadError ? [] : [reading]));
      const failure = readings.find((reading) => reading instanceof ReadError);
      if (failure !== undefined && !isAllWithin(context, answered)) throw failure;
      return answered.flatMap(({ positions }) => positions);
    },

    async listPools(context: PoolContext<AaveContracts>) {
      const { markets } = context.contracts;
      return (await listAnswered(markets.map((market) => readMarketPools(context, version, market)))).flat();
    },
  }) satisfies Partial<Adapter<AaveContracts>>;

interface MarketReading {
  market: AaveMarket;
  /** Of all reserves. */
  tokens: readonly Address[];
  positions: Position[];
}

/** An owner's position in a market, or the error if it fails. */
async function readMarket(
  context: OwnerContext<AaveContracts>,
  version: AaveVersion,
  market: AaveMarket,
): Promise<MarketReading | ReadError> {
  const reserves = readReserves(context, version, market);
  try {
    const positions = await readAaveAccount(context, { market, version, reserves });
    return { market, tokens: (await reserves).flatMap(listReserveTokens), positions };
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

/** Whether all known holdings of the owner are in markets that responded: then a failed market is omitted. */
function isAllWithin(
  { receipts, interactions }: OwnerContext<AaveContracts>,
  answered: readonly MarketReading[],
): boolean {
  const tokens = new Set(answered.flatMap((reading) => reading.tokens));
  const isCounted = ({ contract, key }: Interaction): boolean =>
    answered.some(
      (reading) => reading.market.incentives === contract && (key === "" || reading.tokens.map(toKey).includes(key)),
    );
  return answered.length > 0 && receipts.every((token) => tokens.has(token)) && interactions.every(isCounted);
}

/** A pool for each reserve; they share the market's pool id. */
async function readMarketPools(
  context: PoolContext<AaveContracts>,
  version: AaveVersion,
  market: AaveMarket,
): Promise<PoolState[]> {
  const reserves = await readReserves(context, version, market);
  const totals = await context.read(
    reserves.map(({ aToken }) => ({ address: aToken, abi: tokenAbi, functionName: "totalSupply" }) as const),
  );
  const controller = toLower(market.pool);
  return reserves.map((reserve, index) => ({
    pool: { controller, index: reserve.asset },
    name: "Lending",
    contracts: [controller, ...listReserveTokens(reserve)],
    supplies: [{ token: reserve.asset, rawAmount: totals[index] ?? 0n }],
    rawShares: totals[index] ?? 0n,
    depositors: { by: "receipt", token: reserve.aToken },
  }));
}

/** The reserves of a market, in two stages; the second is cached. */
async function readReserves(
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
