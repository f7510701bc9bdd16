import { erc20Abi, erc4626Abi, listAaveTokens, listRateTokens } from "@portico/evm";
import type { Address, Call } from "@portico/evm";
import { callMany } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import { encodeFunctionData } from "viem";
import type { Hex } from "viem";
import type { PriceWork } from "../priceWork.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";

/** The rate of one whole token, and its backing: the token's holdings and its supply. */
type ObservedValues = Pick<PriceObservation, "raw0" | "raw1" | "supply">;

/**
 * Rates of tokens at a block. An untrusted token must also prove that it holds what it promises. A failed call gives 0:
 * its worth is unknown.
 * @returns in the order of the sources; null if a token's decimals are unknown.
 */
export async function readRates(
  { chain, rpc }: Pick<PriceWork, "chain" | "rpc">,
  sources: readonly PriceSource[],
  metadata: Pick<PriceMetadata, "decimals" | "isVerified">,
  head: BlockRef,
): Promise<(PriceObservation | null)[]> {
  const candidates = sources.map((source) => ({ source, ...planRate(chain.slug, source, metadata) }));
  const calls = candidates.flatMap((plan) => plan.calls);
  const answers = await callMany(rpc, calls, head);
  let at = 0;
  return candidates.map(({ source: { address }, fixed, calls: { length } }) => {
    const [rate, held, supply] = answers.slice(at, (at += length)).map(toUint);
    if (fixed === undefined && length === 0) return null;
    const observed: ObservedValues = { raw0: fixed ?? rate ?? 0n, raw1: held ?? null, supply: supply ?? null };
    const nothing = { sqrtPrice: null, liquidity: null };
    return { address, blockNumber: head.blockNumber, timeAt: head.timeAt, ...nothing, ...observed };
  });
}

interface RatePlan {
  /** Set if no call is needed. */
  fixed: bigint | undefined;
  calls: Call[];
}

function planRate(
  chain: string,
  { address, token0 }: PriceSource,
  { decimals, isVerified }: Pick<PriceMetadata, "decimals" | "isVerified">,
): RatePlan {
  const row = listRateTokens(chain).find(({ token }) => token === address);
  if (row !== undefined) return { fixed: undefined, calls: [{ to: address, data: row.call }] };
  const shareDecimals = decimals(address);
  if (shareDecimals === null || shareDecimals > MAX_DECIMALS || token0 === null) return { fixed: undefined, calls: [] };
  const whole = 10n ** BigInt(shareDecimals);
  if (listAaveTokens(chain).some(({ token }) => token === address)) return { fixed: whole, calls: [] };
  const calls = [{ to: address, data: encodeConvert(whole) }];
  if (!isVerified(address)) calls.push({ to: token0, data: encodeBalanceOf(address) }, { to: address, data: SUPPLY });
  return { fixed: undefined, calls };
}

const MAX_DECIMALS = 36;

const SUPPLY = encodeFunctionData({ abi: erc20Abi, functionName: "totalSupply" });
const encodeConvert = (shares: bigint): Hex =>
  encodeFunctionData({ abi: erc4626Abi, functionName: "convertToAssets", args: [shares] });
const encodeBalanceOf = (owner: Address): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });

const toUint = (data: Hex | null): bigint | undefined =>
  data === null || data.length < 66 ? undefined : BigInt(data.slice(0, 66));
