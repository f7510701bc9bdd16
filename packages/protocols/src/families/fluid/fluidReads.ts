import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";

export interface FluidContracts {
  /** Its NFTs are loans. */
  vaultFactory: Address;
  /** Reads a loan with its vault's state. */
  vaultResolver: Address;
  /** Values the shares of exchanges that vaults use as collateral or debt. Undefined: the chain has none. */
  dexResolver?: Address;
  /** Lists the lending tokens. */
  lendingFactory: Address;
}

/** @see https://docs.fluid.instadapp.io; as in deployments/mainnet of https://github.com/Instadapp/fluid-contracts-public */
export const resolverAbi = parseAbi([
  "struct Tokens { address token0; address token1; }",
  "struct Constants { address liquidity; address factory; address operateImplementation; address adminImplementation; address secondaryImplementation; address deployer; address supply; address borrow; Tokens supplyToken; Tokens borrowToken; uint256 vaultId; uint256 vaultType; bytes32 supplyExchangePriceSlot; bytes32 borrowExchangePriceSlot; bytes32 userSupplySlot; bytes32 userBorrowSlot; }",
  "struct Configs { uint16 supplyRateMagnifier; uint16 borrowRateMagnifier; uint16 collateralFactor; uint16 liquidationThreshold; uint16 liquidationMaxLimit; uint16 withdrawalGap; uint16 liquidationPenalty; uint16 borrowFee; address oracle; uint256 oraclePriceOperate; uint256 oraclePriceLiquidate; address rebalancer; uint256 lastUpdateTimestamp; }",
  "struct Prices { uint256 lastStoredLiquiditySupplyExchangePrice; uint256 lastStoredLiquidityBorrowExchangePrice; uint256 lastStoredVaultSupplyExchangePrice; uint256 lastStoredVaultBorrowExchangePrice; uint256 liquiditySupplyExchangePrice; uint256 liquidityBorrowExchangePrice; uint256 vaultSupplyExchangePrice; uint256 vaultBorrowExchangePrice; uint256 supplyRateLiquidity; uint256 borrowRateLiquidity; int256 supplyRateVault; int256 borrowRateVault; int256 rewardsOrFeeRateSupply; int256 rewardsOrFeeRateBorrow; }",
  "struct Totals { uint256 totalSupplyVault; uint256 totalBorrowVault; uint256 totalSupplyLiquidityOrDex; uint256 totalBorrowLiquidityOrDex; uint256 absorbedSupply; uint256 absorbedBorrow; }",
  "struct Limits { uint256 withdrawLimit; uint256 withdrawableUntilLimit; uint256 withdrawable; uint256 borrowLimit; uint256 borrowableUntilLimit; uint256 borrowable; uint256 borrowLimitUtilization; uint256 minimumBorrowing; }",
  "struct Branch { uint256 status; int256 minimaTick; uint256 debtFactor; uint256 partials; uint256 debtLiquidity; uint256 baseBranchId; int256 baseBranchMinima; }",
  "struct State { uint256 totalPositions; int256 topTick; uint256 currentBranch; uint256 totalBranch; uint256 totalBorrow; uint256 totalSupply; Branch currentBranchState; }",
  "struct UserSupply { bool modeWithInterest; uint256 supply; uint256 withdrawalLimit; uint256 lastUpdateTimestamp; uint256 expandPercent; uint256 expandDuration; uint256 baseWithdrawalLimit; uint256 withdrawableUntilLimit; uint256 withdrawable; uint256 decayEndTimestamp; uint256 decayAmount; }",
  "struct UserBorrow { bool modeWithInterest; uint256 borrow; uint256 borrowLimit; uint256 lastUpdateTimestamp; uint256 expandPercent; uint256 expandDuration; uint256 baseBorrowLimit; uint256 maxBorrowLimit; uint256 borrowableUntilLimit; uint256 borrowable; uint256 borrowLimitUtilization; }",
  "struct Vault { address vault; bool isSmartCol; bool isSmartDebt; Constants constantVariables; Configs configs; Prices exchangePricesAndRates; Totals totalSupplyAndBorrow; Limits limitsAndAvailability; State vaultState; UserSupply liquidityUserSupplyData; UserBorrow liquidityUserBorrowData; }",
  "struct Loan { uint256 nftId; address owner; bool isLiquidated; bool isSupplyPosition; int256 tick; uint256 tickId; uint256 beforeSupply; uint256 beforeBorrow; uint256 beforeDustBorrow; uint256 supply; uint256 borrow; uint256 dustBorrow; }",
  "function positionByNftId(uint256 nftId) view returns (Loan loan, Vault vault)",
  "function getVaultEntireData(address vault) view returns (Vault vault)",
  "function getAllVaultsAddresses() view returns (address[])",
]);

const dexAbi = parseAbi([
  "struct Shift { uint256 oldUpper; uint256 oldLower; uint256 duration; uint256 startTimestamp; uint256 oldTime; }",
  "struct CenterShift { uint256 shiftPercentage; uint256 duration; uint256 startTimestamp; }",
  "struct Shifts { bool isRangeChangeActive; bool isThresholdChangeActive; bool isCenterPriceShiftActive; Shift rangeShift; Shift thresholdShift; CenterShift centerPriceShift; }",
  "struct Dex { uint256 lastToLastStoredPrice; uint256 lastStoredPrice; uint256 centerPrice; uint256 lastUpdateTimestamp; uint256 lastPricesTimeDiff; uint256 oracleCheckPoint; uint256 oracleMapping; uint256 totalSupplyShares; uint256 totalBorrowShares; bool isSwapAndArbitragePaused; Shifts shifts; uint256 token0PerSupplyShare; uint256 token1PerSupplyShare; uint256 token0PerBorrowShare; uint256 token1PerBorrowShare; }",
  "function getDexState(address dex) returns (Dex)",
]);

/** A side of a vault: a token, or shares of an exchange of two. */
export interface Side {
  /** Undefined: an ordinary token. */
  dex?: Address;
  tokens: readonly Address[];
}

interface VaultSides {
  isSmartCol: boolean;
  isSmartDebt: boolean;
  constantVariables: {
    supply: Address;
    borrow: Address;
    supplyToken: { token0: Address; token1: Address };
    borrowToken: { token0: Address; token1: Address };
  };
}

export function listSides({ isSmartCol, isSmartDebt, constantVariables }: VaultSides): { supply: Side; borrow: Side } {
  const { supply, borrow, supplyToken, borrowToken } = constantVariables;
  return {
    supply: toSide(isSmartCol, supply, supplyToken),
    borrow: toSide(isSmartDebt, borrow, borrowToken),
  };
}

const toSide = (isSmart: boolean, dex: Address, { token0, token1 }: { token0: Address; token1: Address }): Side =>
  isSmart ? { dex: toLower(dex), tokens: [toLower(token0), toLower(token1)] } : { tokens: [toLower(token0)] };

/** Tokens of 10^18 shares of an exchange: those supplied, and those owed. */
export interface DexRates {
  supply: readonly bigint[];
  borrow: readonly bigint[];
}

/** By exchange. */
export async function readDexRates(
  { contracts, trySimulate }: Pick<ReadContext<FluidContracts>, "contracts" | "trySimulate">,
  dexes: readonly Address[],
): Promise<ReadonlyMap<Address, DexRates>> {
  const { dexResolver } = contracts;
  if (dexResolver === undefined || dexes.length === 0) return new Map();
  const states = await Promise.all(
    dexes.map((dex) => trySimulate([{ address: dexResolver, abi: dexAbi, functionName: "getDexState", args: [dex] }])),
  );
  return new Map(
    dexes.flatMap((dex, index): [Address, DexRates][] => {
      const [state] = states[index]!;
      if (state === undefined) return [];
      const supply = [state.token0PerSupplyShare, state.token1PerSupplyShare];
      return [[dex, { supply, borrow: [state.token0PerBorrowShare, state.token1PerBorrowShare] }]];
    }),
  );
}

const SHARE = 10n ** 18n;

/** What an amount of a side is in tokens: debts are rounded up. Undefined: the exchange does not report it. */
export function toAmounts(
  side: "borrow" | "supply",
  rawAmount: bigint,
  { dex, tokens }: Side,
  rates: ReadonlyMap<Address, DexRates>,
): Amount[] | undefined {
  if (rawAmount === 0n) return [];
  if (dex === undefined) return [{ token: tokens[0]!, rawAmount }];
  const perShare = rates.get(dex)?.[side];
  // the resolver returns zeros for an exchange that fails
  if (perShare === undefined || perShare.every((rate) => rate === 0n)) return undefined;
  const round = side === "borrow" ? SHARE - 1n : 0n;
  return tokens
    .map((token, index) => ({ token, rawAmount: (rawAmount * perShare[index]! + round) / SHARE }))
    .filter((amount) => amount.rawAmount > 0n);
}
