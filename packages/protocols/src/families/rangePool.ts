import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { PoolState } from "../position.ts";
import { parseAbi } from "viem";
import type { RangeReads } from "./nftManager.ts";
import { uniswapV3Dialect } from "./rangeDialect.ts";
import type { RangeDialect } from "./rangeDialect.ts";
import { readWords } from "./readWords.ts";
import { toLower } from "../toLower.ts";

const poolAbi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function liquidity() view returns (uint128)",
]);

interface RangePool {
  pool: Address;
  /** All contracts of the pool. */
  contracts: Address[];
  /** Default: Uniswap V3's. */
  dialect?: RangeDialect;
}

/**
 * Uncollected fees are included in supplies; the protocol's share is not. Depositors are unknown, because NFTs don't
 * name their pools, so `rawShares` is the active liquidity.
 */
export async function readRangePool(
  reads: RangeReads,
  { pool, contracts, dialect = uniswapV3Dialect }: RangePool,
): Promise<PoolState> {
  const of = { address: pool, abi: poolAbi } as const;
  const [tokens, [rawShares], taken] = await Promise.all([
    reads.readOnce([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    reads.read([{ ...of, functionName: "liquidity" }]),
    Promise.all(dialect.taken.map((view) => readWords(reads, { address: pool, view }, [2]))),
  ]);
  const balances = await reads.tryRead(
    tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pool] }) as const),
  );
  const supplies = tokens.map((token, side) => {
    const owed = taken.reduce((sum, words) => sum + (words?.[side] ?? 0n), 0n);
    const rawAmount = (balances[side] ?? 0n) - owed;
    return { token: toLower(token), rawAmount: rawAmount > 0n ? rawAmount : 0n };
  });
  return { pool: { controller: pool }, name: "Liquidity Pool", contracts, supplies, rawShares };
}
