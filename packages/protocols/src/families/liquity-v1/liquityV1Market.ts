import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";

export interface LiquityV1Contracts {
  troveManagers: readonly Address[];
  /** Undefined: the trove manager names it, or it is the native coin. */
  collateral?: Address;
  /** Undefined: the trove manager names it. */
  debtToken?: Address;
  /** Forks of Prisma: one stability pool for the trove managers of several collaterals. */
  isPrisma: boolean;
}

/** A trove manager with the contracts that it names. */
export interface LiquityMarket {
  troveManager: Address;
  collateral: Address;
  debtToken: Address;
  /** Hold the collateral. */
  vaults: Address[];
  borrowerOperations?: Address;
  stabilityPool?: Address;
  staking?: Address;
  /** Earned in the stability pool, and staked. */
  governanceToken?: Address;
  priceFeed?: Address;
  /** The least ratio of a trove, of 18 decimals. */
  minRatio: bigint;
}

/** @see https://github.com/liquity/dev, https://github.com/prisma-fi/prisma-contracts */
const namesAbi = parseAbi([
  "function activePool() view returns (address)",
  "function defaultPool() view returns (address)",
  "function borrowerOperationsAddress() view returns (address)",
  "function collateralToken() view returns (address)",
  "function collToken() view returns (address)",
  "function collTokenAddress() view returns (address)",
  "function debtToken() view returns (address)",
  "function liquidationManager() view returns (address)",
  "function lqtyStaking() view returns (address)",
  "function lqtyToken() view returns (address)",
  "function lusdToken() view returns (address)",
  "function priceFeed() view returns (address)",
  "function stabilityPool() view returns (address)",
  "function stableCollActivePool() view returns (address)",
]);
const ratioAbi = parseAbi(["function MCR() view returns (uint256)"]);

type Name = (typeof namesAbi)[number]["name"];
type Context = Pick<ReadContext<LiquityV1Contracts>, "contracts" | "readOnce">;

/** The trove managers that respond as they should. Cached, except what they lack. */
export async function readMarkets(context: Context): Promise<LiquityMarket[]> {
  const { contracts } = context;
  const markets = await Promise.all(
    contracts.troveManagers.map((address) =>
      contracts.isPrisma ? readPrismaMarket(context, address) : readMarket(context, address),
    ),
  );
  return markets.filter((market) => market !== undefined);
}

async function readMarket(context: Context, troveManager: Address): Promise<LiquityMarket | undefined> {
  const { contracts } = context;
  const find = (functionName: Name) => findAddress(context, troveManager, functionName);
  const findFirst = async (names: readonly Name[]) =>
    (await Promise.all(names.map(find))).find((one) => one !== undefined);
  const [minRatio, activePool, defaultPool, debtToken, token, operations, stabilityPool, staking, lqty, feed] =
    await Promise.all([
      readRatio(context, troveManager),
      findFirst(["activePool", "stableCollActivePool"]),
      find("defaultPool"),
      contracts.debtToken ?? findFirst(["lusdToken", "debtToken"]),
      contracts.collateral ?? findFirst(["collateralToken", "collToken", "collTokenAddress"]),
      find("borrowerOperationsAddress"),
      find("stabilityPool"),
      find("lqtyStaking"),
      find("lqtyToken"),
      find("priceFeed"),
    ]);
  if (minRatio === undefined || debtToken === undefined || activePool === undefined) return undefined;
  return {
    troveManager,
    collateral: token ?? NATIVE_TOKEN,
    debtToken,
    minRatio,
    vaults: defaultPool === undefined ? [activePool] : [activePool, defaultPool],
    ...(operations && { borrowerOperations: operations }),
    ...(stabilityPool && { stabilityPool }),
    ...(staking && { staking }),
    ...(lqty && { governanceToken: lqty }),
    ...(feed && { priceFeed: feed }),
  };
}

async function readPrismaMarket(context: Context, troveManager: Address): Promise<LiquityMarket | undefined> {
  const find = (functionName: Name) => findAddress(context, troveManager, functionName);
  const [minRatio, collateral, debtToken, liquidator] = await Promise.all([
    readRatio(context, troveManager),
    find("collateralToken"),
    find("debtToken"),
    find("liquidationManager"),
  ]);
  if (minRatio === undefined || collateral === undefined || debtToken === undefined) return undefined;
  const stabilityPool = liquidator && (await findAddress(context, liquidator, "stabilityPool"));
  const own = { troveManager, collateral, debtToken, minRatio, vaults: [troveManager] };
  return stabilityPool === undefined ? own : { ...own, stabilityPool };
}

async function findAddress({ readOnce }: Context, address: Address, functionName: Name): Promise<Address | undefined> {
  const [found] = await unlessUnread<readonly Address[]>(readOnce([{ address, abi: namesAbi, functionName }]), []);
  return found === undefined || BigInt(found) === 0n ? undefined : toLower(found);
}

async function readRatio({ readOnce }: Context, address: Address): Promise<bigint | undefined> {
  const [ratio] = await unlessUnread<readonly bigint[]>(
    readOnce([{ address, abi: ratioAbi, functionName: "MCR" }]),
    [],
  );
  return ratio;
}
