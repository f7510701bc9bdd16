import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { capToHeld } from "./capToHeld.ts";
import type { PoolOfShares } from "./poolShares.ts";

/** Vaults that manage liquidity of one pool: Gamma's and ICHI's. @see https://docs.gamma.xyz */
const vaultAbi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function pool() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function getTotalAmounts() view returns (uint256 total0, uint256 total1)",
]);

/** With the amounts that it would have without its liquidity, as far as it and its pool hold them. */
export async function readManagedVault(context: ReadContext<unknown>, address: Address): Promise<PoolOfShares> {
  const { read, readOnce } = context;
  const of = { address, abi: vaultAbi } as const;
  const [[token0, token1], pool, [totals, rawShares]] = await Promise.all([
    readOnce([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    unlessUnread(readOnce([{ ...of, functionName: "pool" }]), undefined),
    read([
      { ...of, functionName: "getTotalAmounts" },
      { ...of, functionName: "totalSupply" },
    ]),
  ]);
  const reported = [token0, token1].map((token, side) => ({ token: toLower(token), rawAmount: totals[side] ?? 0n }));
  const holders = pool === undefined ? [address] : [address, toLower(pool[0])];
  return { supplies: await capToHeld(context, holders, reported), rawShares };
}

/** Candidates that are such vaults, by form alone. */
export async function findManagedVaults({ tryRead }: ReadContext<unknown>, candidates: readonly Address[]) {
  const totals = await tryRead(
    candidates.map((address) => ({ address, abi: vaultAbi, functionName: "getTotalAmounts" }) as const),
  );
  return candidates.filter((_address, index) => totals[index] !== undefined);
}
