import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { ReadError } from "../../reader.ts";
import { toLower } from "../../toLower.ts";

/** State-changing calls are only simulated: interest accrues up to the block. */
const poolAbi = parseAbi([
  "function borrowable0() view returns (address)",
  "function borrowable1() view returns (address)",
  "function underlying() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function totalBorrows() view returns (uint256)",
  "function borrowBalance(address owner) view returns (uint256)",
  "function exchangeRate() returns (uint256)",
  "function accrueInterest()",
  "function accountLiquidity(address owner) returns (uint256 liquidity, uint256 shortfall)",
]);

export const ONE = 10n ** 18n;

/** A token of a lending pool. */
export interface PoolToken {
  address: Address;
  /** What its shares pay. */
  asset: Address;
  /** Base units of the asset for 10^18 shares. */
  rate: bigint;
  rawShares: bigint;
  /** What covers all shares: the asset really held, and debts. */
  rawCover: bigint;
}

export interface ImpermaxPool {
  /** The collateral's, then both that are lent. */
  tokens: PoolToken[];
  /** An owner's, of both that are lent. */
  debts: bigint[];
  /** Liquidity and shortfall of an owner, in units of the collateral; undefined if it fails. */
  liquidity: readonly [bigint, bigint] | undefined;
}

/** The collateral, and both tokens that are lent. Constants. */
export async function findPoolTokens({ readOnce }: ReadContext<unknown>, collateral: Address): Promise<Address[]> {
  const borrowables = await readOnce([
    { address: collateral, abi: poolAbi, functionName: "borrowable0" },
    { address: collateral, abi: poolAbi, functionName: "borrowable1" },
  ]);
  return [collateral, ...borrowables.map(toLower)];
}

/** A lending pool after interest; with an owner's debts. */
export async function readImpermaxPool(
  context: ReadContext<unknown>,
  collateral: Address,
  owner: Address = collateral,
): Promise<ImpermaxPool> {
  const [, ...lent] = await findPoolTokens(context, collateral);
  const at = (address: Address) => ({ address, abi: poolAbi }) as const;
  const [first, second] = [at(lent[0]!), at(lent[1]!)];
  const [assets, [, , rate0, rate1, debt0, debt1, borrows0, borrows1, shares0, shares1, rate, liquidity, shares]] =
    await Promise.all([
      Promise.all([collateral, ...lent].map((address) => findAsset(context, address))),
      context.trySimulate([
        { ...first, functionName: "accrueInterest" },
        { ...second, functionName: "accrueInterest" },
        { ...first, functionName: "exchangeRate" },
        { ...second, functionName: "exchangeRate" },
        { ...first, functionName: "borrowBalance", args: [owner] },
        { ...second, functionName: "borrowBalance", args: [owner] },
        { ...first, functionName: "totalBorrows" },
        { ...second, functionName: "totalBorrows" },
        { ...first, functionName: "totalSupply" },
        { ...second, functionName: "totalSupply" },
        { ...at(collateral), functionName: "exchangeRate" },
        { ...at(collateral), functionName: "accountLiquidity", args: [owner] },
        { ...at(collateral), functionName: "totalSupply" },
      ]),
    ]);
  const rates = [rate, rate0, rate1];
  const totals = [shares, shares0, shares1];
  const debts = [0n, borrows0, borrows1];
  const tokens = [collateral, ...lent].map((address, index): PoolToken => {
    const [own, rawShares, owed] = [rates[index], totals[index], debts[index]];
    if (own === undefined || rawShares === undefined || owed === undefined)
      throw new ReadError(`exchangeRate, totalSupply or totalBorrows of ${address} fails`);
    const { asset, rawHeld } = assets[index]!;
    return { address, asset, rate: own, rawShares, rawCover: rawHeld + owed };
  });
  if (debt0 === undefined || debt1 === undefined) throw new ReadError(`borrowBalance of ${collateral} fails`);
  return { tokens, debts: [debt0, debt1], liquidity };
}

interface Asset {
  asset: Address;
  rawHeld: bigint;
}

/** The underlying, and what is held of it. One that stakes a pair elsewhere is not resolved further. */
async function findAsset({ read, readOnce }: ReadContext<unknown>, holder: Address): Promise<Asset> {
  const [named] = await readOnce([{ address: holder, abi: poolAbi, functionName: "underlying" }]);
  const [rawHeld] = await read([{ address: named, abi: erc20Abi, functionName: "balanceOf", args: [holder] }]);
  return { asset: toLower(named), rawHeld };
}
