import { aTokenAbi, erc4626Abi, listAaveTokens, listRateTokens, readMany, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { PriceSource } from "@portico/store";
import { isAddress } from "viem";
import type { PriceWork } from "../priceWork.ts";
import { toLowerCase } from "../../decode/logDecoder.ts";
import { emptySource } from "../sources/emptySource.ts";

/**
 * Which of these tokens have a rate to another: those in our tables, and ERC-4626 vaults, which name their asset. An
 * Aave receipt is accepted if it names the asset in the table.
 */
export async function findRates(
  { chain, rpc }: Pick<PriceWork, "chain" | "rpc">,
  tokens: readonly Address[],
  blockNumber: bigint,
): Promise<PriceSource[]> {
  const known = new Map(listRateTokens(chain.slug).map(({ token, underlying }) => [token, underlying]));
  const receipts = new Map(listAaveTokens(chain.slug).map(({ token, underlying }) => [token, underlying]));
  const candidates = tokens.filter((token) => !known.has(token));
  const calls = candidates.map((address) =>
    receipts.has(address)
      ? ({ abi: aTokenAbi, address, functionName: "UNDERLYING_ASSET_ADDRESS" } as const)
      : ({ abi: erc4626Abi, address, functionName: "asset" } as const),
  );
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, { blockNumber });
  const found = candidates.flatMap((address, index): PriceSource[] => {
    const { result } = answers[index] ?? {};
    const underlying = typeof result === "string" && isAddress(result) ? toLowerCase(result) : ZERO_ADDRESS;
    const isNonstandard = receipts.has(address) && receipts.get(address) !== underlying;
    if (isNonstandard || underlying === ZERO_ADDRESS || underlying === address) return [];
    return [createRate(address, underlying, blockNumber)];
  });
  const ours = tokens.flatMap((token) => {
    const underlying = known.get(token);
    return underlying === undefined ? [] : [createRate(token, underlying, blockNumber)];
  });
  return [...found, ...ours];
}

const createRate = (address: Address, underlying: Address, blockNumber: bigint): PriceSource => ({
  ...emptySource(address, blockNumber),
  kind: "rate",
  token0: underlying,
});
