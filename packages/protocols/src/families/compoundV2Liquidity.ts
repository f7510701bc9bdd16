import { parseAbi } from "viem";
import type { Address } from "@portico/evm";
import type { OwnerContext } from "../adapter.ts";
import { marketAbi, ONE } from "./compoundV2Markets.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";

const comptrollerAbi = parseAbi([
  "function getAccountLiquidity(address account) view returns (uint256 code, uint256 liquidity, uint256 shortfall)",
]);

/**
 * Collateral less debt, by whatever factors the comptroller itself weighs them with, after interest. Undefined if it
 * fails.
 */
export async function readLiquidity(
  { contracts, owner, trySimulate }: OwnerContext<CompoundV2Contracts>,
  markets: readonly Address[],
): Promise<bigint | undefined> {
  const accruals = markets.map(
    (address) => ({ address, abi: marketAbi, functionName: "exchangeRateCurrent" }) as const,
  );
  const call = {
    address: contracts.comptroller,
    abi: comptrollerAbi,
    functionName: "getAccountLiquidity",
    args: [owner],
  } as const;
  const answers: readonly unknown[] = await trySimulate([...accruals, call]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the last call's response
  const [code, liquidity, shortfall] = (answers.at(-1) ?? []) as Partial<readonly [bigint, bigint, bigint]>;
  return code !== 0n || liquidity === undefined || shortfall === undefined ? undefined : liquidity - shortfall;
}

interface Owed {
  rawDebt: bigint;
  /** For 10^18 base units; 0n: none. */
  price: bigint;
}

/** Collateral over debt. Null without debt, or with a debt without a price. */
export function toOwnHealth(accounts: readonly Owed[], liquidity: bigint): number | null {
  if (accounts.some(({ rawDebt, price }) => rawDebt > 0n && price === 0n)) return null;
  const debt = accounts.reduce((sum, { rawDebt, price }) => sum + (price * rawDebt) / ONE, 0n);
  return debt === 0n ? null : Number(((debt + liquidity) * ONE) / debt) / 1e18;
}
