import { chains, erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { Identity, OwnerContext, ReadContext } from "../adapter.ts";
import { EVERY_BORROWED } from "../families/aaveAccount.ts";
import type { Position } from "../position.ts";
import { toLower } from "../toLower.ts";
import { describeUnlisted } from "./describeUnlisted.ts";

/** Receipts of Compound V2's and of Aave's forks. */
const receiptAbi = parseAbi([
  "function comptroller() view returns (address)",
  "function underlying() view returns (address)",
  "function borrowBalanceStored(address account) view returns (uint256)",
  "function exchangeRateStored() view returns (uint256)",
  "function POOL() view returns (address)",
  "function UNDERLYING_ASSET_ADDRESS() view returns (address)",
]);
const comptrollerAbi = parseAbi(["function markets(address market) view returns (bool isListed)"]);
/** The data's words before the tokens differ between versions: they are compared one by one. */
const poolAbi = parseAbi([
  "struct Words { uint256 a; uint256 b; uint256 c; uint256 d; uint256 e; uint256 f; uint256 g; uint256 h; uint256 i; uint256 j; uint256 k; uint256 l; }",
  "function getReserveData(address asset) view returns (Words)",
  "function getUserConfiguration(address user) view returns (uint256 data)",
]);

interface Market {
  /** The receipt. */
  address: Address;
  asset: Address;
  /** The comptroller, or the pool. */
  controller: Address;
  kind: "aave" | "compound";
}

/**
 * Deposits in lending markets that nobody listed, recognized by their form: a receipt names its comptroller or pool, and
 * that lists the receipt. Anybody can deploy both, so a deposit counts only as far as the market still holds its asset,
 * and nothing where the market reports a debt: it may report one of anybody.
 */
export const unlistedLending = defineAdapter({
  id: "unlistedlending",
  name: "Unlisted lending",
  siteUrl: "",
  category: "lending",
  readsUntrusted: true,
  isLast: true,
  isUnlisted: true,
  deployments: Object.fromEntries(chains.map(({ slug }) => [slug, {}])),

  async identify(context: ReadContext<unknown>, candidates: readonly Address[]) {
    const markets = await readClaims(context, candidates);
    const [listed, reserves] = await Promise.all([
      context.tryRead(
        markets.map(
          ({ address, controller }) =>
            ({ address: controller, abi: comptrollerAbi, functionName: "markets", args: [address] }) as const,
        ),
      ),
      context.tryRead(
        markets.map(
          ({ asset, controller }) =>
            ({ address: controller, abi: poolAbi, functionName: "getReserveData", args: [asset] }) as const,
        ),
      ),
    ]);
    const proven = markets.filter(({ address, kind }, index) =>
      kind === "compound" ? listed[index] === true : Object.values(reserves[index] ?? {}).includes(BigInt(address)),
    );
    return new Map(proven.map(({ address }): [Address, Identity] => [address, "receipt"]));
  },

  async listPositions(context: OwnerContext<unknown>) {
    const markets = await readClaims(context, context.receipts);
    const positions = await Promise.all(markets.map((market) => readDeposit(context, market)));
    return positions.flat();
  },
});

async function readClaims({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]): Promise<Market[]> {
  const get = (functionName: "comptroller" | "POOL" | "underlying" | "UNDERLYING_ASSET_ADDRESS") =>
    tryRead(candidates.map((address) => ({ address, abi: receiptAbi, functionName }) as const));
  const [comptrollers, pools, underlyings, assets] = await Promise.all([
    get("comptroller"),
    get("POOL"),
    get("underlying"),
    get("UNDERLYING_ASSET_ADDRESS"),
  ]);
  return candidates.flatMap((address, index): Market[] => {
    const [comptroller, underlying, pool, asset] = [
      comptrollers[index],
      underlyings[index],
      pools[index],
      assets[index],
    ];
    if (comptroller !== undefined && underlying !== undefined)
      return [{ address, asset: toLower(underlying), controller: toLower(comptroller), kind: "compound" }];
    if (pool !== undefined && asset !== undefined)
      return [{ address, asset: toLower(asset), controller: toLower(pool), kind: "aave" }];
    return [];
  });
}

const ONE = 10n ** 18n;

async function readDeposit(context: OwnerContext<unknown>, market: Market): Promise<Position[]> {
  const { owner, tryRead } = context;
  const { address, asset, controller, kind } = market;
  const [[share = 0n, supply = 0n, cash = 0n], [rate, borrowed], [bitmap = 0n], description] = await Promise.all([
    tryRead([
      { address, abi: erc20Abi, functionName: "balanceOf", args: [owner] },
      { address, abi: erc20Abi, functionName: "totalSupply" },
      { address: asset, abi: erc20Abi, functionName: "balanceOf", args: [address] },
    ]),
    tryRead([
      { address, abi: receiptAbi, functionName: "exchangeRateStored" },
      { address, abi: receiptAbi, functionName: "borrowBalanceStored", args: [owner] },
    ]),
    tryRead([{ address: controller, abi: poolAbi, functionName: "getUserConfiguration", args: [owner] }]),
    describeUnlisted(context, "lending market", { named: address, address: controller }),
  ]);
  if (share === 0n) return [];
  const claimed = kind === "aave" ? share : (share * (rate ?? 0n)) / ONE;
  const held = supply === 0n ? 0n : (cash * (share < supply ? share : supply)) / supply;
  const isIndebted = (borrowed ?? 0n) > 0n || (bitmap & EVERY_BORROWED) > 0n;
  const rawAmount = isIndebted ? 0n : claimed < held ? claimed : held;
  const supplies = [{ token: asset, rawAmount }];
  const text = isIndebted ? `${description} It reports a debt, so nothing is.` : description;
  const detail = { type: "common", supplies, description: text } as const;
  return [{ name: "Lending", detail, pool: { controller, index: address } }];
}
