import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import type { PoolState, Position } from "../../position.ts";
import { ReadError, unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import type { CurveContracts } from "./curveContracts.ts";

/** crvUSD's factory counts collaterals, LlamaLend's markets. @see https://docs.curve.finance/crvUSD/factory */
const factoryAbi = parseAbi([
  "function controllers(uint256 index) view returns (address)",
  "function n_collaterals() view returns (uint256)",
  "function market_count() view returns (uint256)",
  "function stablecoin() view returns (address)",
]);
/** @see https://docs.curve.finance/crvUSD/controller */
const controllerAbi = parseAbi([
  "function collateral_token() view returns (address)",
  "function borrowed_token() view returns (address)",
  "function amm() view returns (address)",
  "function user_state(address user) view returns (uint256[4])",
  "function health(address user) view returns (int256)",
  "function loan_exists(address user) view returns (bool)",
]);
const borrowed = parseAbiItem("event Borrow(address indexed user, uint256 collateral_increase, uint256 loan_increase)");

export const borrowSignal: EventSignal = { event: borrowed, emitters: "identified", owners: ["user"] };

const WHOLE = 10n ** 18n;

/** Controllers of the fork's factories. */
export async function listControllers({
  contracts,
  tryRead,
  readOnce,
}: ReadContext<CurveContracts>): Promise<Address[]> {
  const found = await Promise.all(
    contracts.controllerFactories.map(async (address) => {
      const of = { address, abi: factoryAbi } as const;
      const [collaterals, markets] = await tryRead([
        { ...of, functionName: "n_collaterals" },
        { ...of, functionName: "market_count" },
      ]);
      const count = Number(collaterals ?? markets ?? 0n);
      const controllers = await readOnce(
        Array.from(
          { length: count },
          (_, index) => ({ ...of, functionName: "controllers", args: [BigInt(index)] }) as const,
        ),
      );
      return controllers.map(toLower);
    }),
  );
  return found.flat();
}

/** Those of the contracts that are controllers: gauges emit events of other protocols, too. */
export async function listControllersIn(
  context: OwnerContext<CurveContracts>,
  addresses: readonly Address[],
): Promise<Address[]> {
  if (addresses.length === 0) return [];
  const controllers = new Set(await listControllers(context));
  return addresses.filter((address) => controllers.has(address));
}

/** Controllers with a loan of the owner. */
export async function findLoans(context: OwnerContext<CurveContracts>): Promise<Address[]> {
  const controllers = await listControllers(context);
  const exist = await context.tryRead(
    controllers.map(
      (address) => ({ address, abi: controllerAbi, functionName: "loan_exists", args: [context.owner] }) as const,
    ),
  );
  return controllers.filter((_controller, index) => exist[index] === true);
}

interface Market {
  collateral: Address;
  debt: Address;
  amm: Address;
}

/** Controllers of crvUSD's first markets name no borrowed token: their factory's stablecoin is. */
async function readMarket(context: ReadContext<CurveContracts>, address: Address): Promise<Market> {
  const { readOnce } = context;
  const of = { address, abi: controllerAbi } as const;
  const [[collateral, amm], debt] = await Promise.all([
    readOnce([
      { ...of, functionName: "collateral_token" },
      { ...of, functionName: "amm" },
    ]),
    unlessUnread(readOnce([{ ...of, functionName: "borrowed_token" }]), undefined),
  ]);
  const token = debt?.[0] ?? (await readStablecoin(context));
  return { collateral: toLower(collateral), amm: toLower(amm), debt: toLower(token) };
}

async function readStablecoin({ contracts, tryRead }: ReadContext<CurveContracts>): Promise<Address> {
  const named = await tryRead(
    contracts.controllerFactories.map((address) => ({ address, abi: factoryAbi, functionName: "stablecoin" }) as const),
  );
  const stablecoin = named.find((token) => token !== undefined);
  if (stablecoin === undefined) throw new ReadError("No factory of controllers names its stablecoin");
  return stablecoin;
}

/** A loan: collateral that is sold for the borrowed token, and bought back, as its price moves. */
export async function readLoan(context: OwnerContext<CurveContracts>, address: Address): Promise<Position[]> {
  const of = { address, abi: controllerAbi, args: [context.owner] } as const;
  const [market, [[rawCollateral, rawSold, rawDebt]], [health]] = await Promise.all([
    readMarket(context, address),
    context.read([{ ...of, functionName: "user_state" }]),
    context.tryRead([{ ...of, functionName: "health" }]),
  ]);
  const amounts = [
    { token: market.collateral, rawAmount: rawCollateral, isCollateral: true },
    { token: market.debt, rawAmount: rawSold, isCollateral: true },
  ];
  const held = await capToHeld(context, [market.amm], amounts);
  const supplies = held.filter(({ rawAmount }) => rawAmount > 0n);
  const borrows = rawDebt === 0n ? [] : [{ token: market.debt, rawAmount: rawDebt }];
  if (supplies.length + borrows.length === 0) return [];
  const healthRate = rawDebt === 0n || health === undefined ? null : 1 + Number(health) / Number(WHOLE);
  return [
    { name: "Lending", detail: { type: "lending", supplies, borrows, healthRate }, pool: { controller: address } },
  ];
}

/** All collateral, including what was sold. Its shares are collateral, of which each owner has a different mix. */
export async function readLoans(context: PoolContext<CurveContracts>, address: Address): Promise<PoolState> {
  const market = await readMarket(context, address);
  const [rawCollateral, rawSold] = await context.read([
    { address: market.collateral, abi: erc20Abi, functionName: "balanceOf", args: [market.amm] },
    { address: market.debt, abi: erc20Abi, functionName: "balanceOf", args: [market.amm] },
  ]);
  return {
    pool: { controller: address },
    name: "Lending",
    contracts: [address, market.amm],
    supplies: [
      { token: market.collateral, rawAmount: rawCollateral },
      { token: market.debt, rawAmount: rawSold },
    ],
    rawShares: rawCollateral,
    depositors: { by: "interaction", contract: address },
  };
}

/** Each owner's collateral. */
export async function readCollateral({ read }: ReadContext<unknown>, address: Address, owners: readonly Address[]) {
  const states = await read(
    owners.map((owner) => ({ address, abi: controllerAbi, functionName: "user_state", args: [owner] }) as const),
  );
  return states.map(([rawCollateral]) => rawCollateral);
}
