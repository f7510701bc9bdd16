import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readAccounts, toPositions } from "../compoundV2Account.ts";
import type { MarketAccount } from "../compoundV2Account.ts";
import { marketAbi, ONE, readAssets } from "../compoundV2Markets.ts";
import type { CompoundV2Contracts } from "../compoundV2Markets.ts";
import { simulateClaim } from "../simulateClaim.ts";

const controllerAbi = parseAbi([
  "function getEnteredMarkets(address account) view returns (address[])",
  "function getBorrowedAssets(address account) view returns (address[])",
  "function calcAccountEquity(address account) view returns (uint256 equity, uint256 shortfall, uint256 collateral, uint256 borrowed)",
  "function rewardDistributor() view returns (address)",
]);
const distributorAbi = parseAbi([
  "function rewardToken() view returns (address)",
  "function claimReward(address[] holders, address[] tokens)",
]);

type Context = OwnerContext<CompoundV2Contracts>;

/** In two stages: the owner's markets, then the amounts. */
export async function readDforceAccount(context: Context): Promise<Position[]> {
  const { contracts, owner, read, receipts } = context;
  const { comptroller } = contracts;
  const of = { address: comptroller, abi: controllerAbi, args: [owner] } as const;
  const [[entered, borrowed], distributor] = await Promise.all([
    read([
      { ...of, functionName: "getEnteredMarkets" },
      { ...of, functionName: "getBorrowedAssets" },
    ]),
    findDistributor(context),
  ]);
  const secured = new Set(entered.map(toLower));
  const supplied = [...new Set([...receipts, ...secured])];
  const owed = borrowed.map(toLower).filter((market) => !supplied.includes(market));
  const [accounts, debts, healthRate, rewards] = await Promise.all([
    readAccounts(context, { markets: supplied, secured, oracle: undefined, isFork: true }),
    readDebts(context, owed),
    readHealth(context, [...supplied, ...owed]),
    readRewards(context, distributor, [...supplied, ...owed]),
  ]);
  return toPositions({ comptroller, accounts: [...accounts, ...debts], stable: undefined, rewards, healthRate });
}

/** Of tokens that the owner only borrows: some are minted by borrowing, and have no shares. */
async function readDebts(context: Context, markets: readonly Address[]): Promise<MarketAccount[]> {
  const call = (address: Address) =>
    ({ address, abi: marketAbi, functionName: "borrowBalanceCurrent", args: [context.owner] }) as const;
  const stored = (address: Address) =>
    ({ address, abi: marketAbi, functionName: "borrowBalanceStored", args: [context.owner] }) as const;
  const [assets, last, current] = await Promise.all([
    readAssets(context, markets),
    context.read(markets.map(stored)),
    context.trySimulate(markets.map(call)),
  ]);
  return markets.map((_market, index) => {
    const rawDebt = current[index] ?? last[index]!;
    return { asset: assets[index]!, rawShares: 0n, rate: 0n, rawDebt, factor: 0n, price: 0n };
  });
}

/** Collateral over debt, each weighted by the controller, after interest; null if it fails or nothing is owed. */
async function readHealth(
  { contracts, owner, trySimulate }: Context,
  markets: readonly Address[],
): Promise<number | null> {
  const accruals = markets.map(
    (address) => ({ address, abi: marketAbi, functionName: "borrowBalanceCurrent", args: [owner] }) as const,
  );
  const equity = {
    address: contracts.comptroller,
    abi: controllerAbi,
    functionName: "calcAccountEquity",
    args: [owner],
  } as const;
  const answers: readonly unknown[] = await trySimulate([...accruals, equity]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the last call's response
  const last = answers.at(-1) as readonly bigint[] | undefined;
  if (last === undefined || last[3] === 0n) return null;
  return Number((last[2]! * ONE) / last[3]!) / 1e18;
}

interface Distributor {
  address: Address;
  token: Address;
}

/** Constants. */
async function findDistributor({ contracts, readOnce }: Context): Promise<Distributor | undefined> {
  const naming = readOnce([{ address: contracts.comptroller, abi: controllerAbi, functionName: "rewardDistributor" }]);
  const [named] = await unlessUnread<readonly Address[]>(naming, []);
  if (named === undefined || named === ZERO_ADDRESS) return undefined;
  const address = toLower(named);
  const paying = readOnce([{ address, abi: distributorAbi, functionName: "rewardToken" }]);
  const [token] = await unlessUnread<readonly Address[]>(paying, []);
  return token && { address, token: toLower(token) };
}

/** What claiming pays. */
async function readRewards(
  context: Context,
  distributor: Distributor | undefined,
  markets: readonly Address[],
): Promise<Amount[]> {
  if (distributor === undefined) return [];
  const { address, token } = distributor;
  const args = [[context.owner], markets];
  return simulateClaim(context, { token, payer: address, abi: distributorAbi, functionName: "claimReward", args });
}
