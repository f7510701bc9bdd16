import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { MarketState } from "./morphoMath.ts";
import { toLower } from "../toLower.ts";

export interface MorphoContracts {
  morpho: Address;
  /** Supplies count only as far as the contract's cash and loans cover them. */
  isFork?: boolean;
}

export type MarketId = Hex;

/** Each names the account that a supply belongs to, or that owes a loan. */
export const marketEvents = parseAbi([
  "event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)",
  "event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)",
  "event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)",
]);

/** @see https://docs.morpho.org/get-started/resources/contracts/morpho */
const morphoAbi = parseAbi([
  "function idToMarketParams(bytes32 id) view returns (address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)",
  "function market(bytes32 id) view returns (uint128 supplyAssets, uint128 supplyShares, uint128 borrowAssets, uint128 borrowShares, uint128 lastUpdate, uint128 fee)",
  "function position(bytes32 id, address owner) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)",
]);
const rateAbi = parseAbi([
  "struct Params { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }",
  "struct Market { uint128 supplyAssets; uint128 supplyShares; uint128 borrowAssets; uint128 borrowShares; uint128 lastUpdate; uint128 fee; }",
  "function borrowRateView(Params params, Market market) view returns (uint256)",
]);
const oracleAbi = parseAbi(["function price() view returns (uint256)"]);

export interface MorphoMarket {
  id: MarketId;
  loanToken: Address;
  collateralToken: Address;
  oracle: Address;
  irm: Address;
  lltv: bigint;
  state: MarketState;
}

type Context = ReadContext<MorphoContracts>;

/** In their order. */
export async function readMarkets(
  { contracts, read, readOnce }: Context,
  ids: readonly MarketId[],
): Promise<MorphoMarket[]> {
  const address = contracts.morpho;
  const [params, states] = await Promise.all([
    readOnce(ids.map((id) => ({ address, abi: morphoAbi, functionName: "idToMarketParams", args: [id] }) as const)),
    read(ids.map((id) => ({ address, abi: morphoAbi, functionName: "market", args: [id] }) as const)),
  ]);
  return ids.map((id, index) => {
    const [loanToken, collateralToken, oracle, irm, lltv] = params[index]!;
    const [supplyAssets, supplyShares, borrowAssets, borrowShares, updatedAt, fee] = states[index]!;
    const tokens = { loanToken: toLower(loanToken), collateralToken: toLower(collateralToken) };
    const state = { supplyAssets, supplyShares, borrowAssets, borrowShares, updatedAt, fee };
    return { id, ...tokens, oracle, irm, lltv, state };
  });
}

export interface Stake {
  supplyShares: bigint;
  borrowShares: bigint;
  collateral: bigint;
}

/** An owner's position in each market. */
export async function readStakes(
  { contracts, read }: Context,
  ids: readonly MarketId[],
  owner: Address,
): Promise<Stake[]> {
  const rows = await read(
    ids.map(
      (id) => ({ address: contracts.morpho, abi: morphoAbi, functionName: "position", args: [id, owner] }) as const,
    ),
  );
  return rows.map(([supplyShares, borrowShares, collateral]) => ({ supplyShares, borrowShares, collateral }));
}

/** State that changes with every block: the rate per second, and the price if requested and available. */
export async function readMoving(
  { tryRead }: Context,
  markets: readonly MorphoMarket[],
  isPriced: (market: MorphoMarket, index: number) => boolean,
): Promise<{ borrowRate: bigint; price: bigint | undefined }[]> {
  return Promise.all(
    markets.map(async (market, index) => {
      const { irm, oracle, state, id: _id, ...rest } = market;
      const { updatedAt: lastUpdate, ...sums } = state;
      const [[borrowRate], [price]] = await Promise.all([
        irm === ZERO_ADDRESS
          ? [0n]
          : tryRead([
              {
                address: irm,
                abi: rateAbi,
                functionName: "borrowRateView",
                args: [
                  { ...rest, irm, oracle },
                  { ...sums, lastUpdate },
                ],
              },
            ]),
        isPriced(market, index) ? tryRead([{ address: oracle, abi: oracleAbi, functionName: "price" }]) : [undefined],
      ]);
      return { borrowRate: borrowRate ?? 0n, price };
    }),
  );
}
