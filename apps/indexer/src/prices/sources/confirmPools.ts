import { listPoolFactories, readMany, v2FactoryAbi, v2PairAbi, v3FactoryAbi, v3PoolAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { PriceSource } from "@portico/store";
import { isAddress } from "viem";
import type { PriceWork } from "../priceWork.ts";
import { toLowerCase } from "../../decode/logDecoder.ts";

/** An address that emitted a pool's events. */
export interface PoolCandidate {
  address: Address;
  kind: "v2" | "v3";
}

interface Claim extends PoolCandidate {
  token0: Address;
  token1: Address;
  /** Of V3 pools, hundredths of a bip. */
  fee: number | null;
}

/**
 * Reads the tokens and fee of candidate pools, then checks with the known factories whether they deployed them.
 * @returns the confirmed pools.
 */
export async function confirmPools(
  work: Pick<PriceWork, "chain" | "rpc">,
  candidates: readonly PoolCandidate[],
  blockNumber: bigint,
): Promise<PriceSource[]> {
  const factories = listPoolFactories(work.chain.slug);
  const selected = candidates.filter(({ kind }) => factories.some((factory) => factory.kind === kind));
  if (selected.length === 0) return [];
  const claims = await readClaims(work, selected, blockNumber);
  const made = await readFactories(work, claims, blockNumber);
  return claims
    .filter(({ address }) => made.has(address))
    .map(({ address, kind, token0, token1, fee }) => ({
      address,
      kind,
      token0,
      token1,
      fee,
      feed: null,
      phase: null,
      blockNumber,
    }));
}

/** What the contracts claim; those that fail to respond are left out. */
async function readClaims(
  { rpc }: Pick<PriceWork, "rpc">,
  candidates: readonly PoolCandidate[],
  blockNumber: bigint,
): Promise<Claim[]> {
  const calls = candidates.flatMap(({ address }) => [
    { abi: v2PairAbi, address, functionName: "token0" } as const,
    { abi: v2PairAbi, address, functionName: "token1" } as const,
  ]);
  const feeCalls = candidates
    .filter(({ kind }) => kind === "v3")
    .map(({ address }) => ({ abi: v3PoolAbi, address, functionName: "fee" }) as const);
  const [tokens, fees] = await Promise.all([
    readMany(rpc, calls, { blockNumber }),
    readMany(rpc, feeCalls, { blockNumber }),
  ]);
  const feeOf = new Map(feeCalls.map(({ address }, index) => [address, fees[index]?.result]));
  return candidates.flatMap(({ address, kind }, index): Claim[] => {
    const [token0, token1] = [tokens[index * 2]?.result, tokens[index * 2 + 1]?.result];
    const fee = kind === "v3" ? feeOf.get(address) : null;
    if (token0 === undefined || token1 === undefined || fee === undefined) return [];
    return [{ address, kind, token0: toLowerCase(token0), token1: toLowerCase(token1), fee }];
  });
}

async function readFactories(
  { chain, rpc }: Pick<PriceWork, "chain" | "rpc">,
  claims: readonly Claim[],
  blockNumber: bigint,
): Promise<Set<Address>> {
  const questions = claims.flatMap((claim) =>
    listPoolFactories(chain.slug)
      .filter(({ kind }) => kind === claim.kind)
      .map(({ factory }) => ({ factory, claim })),
  );
  const pools = await findPools(
    { rpc },
    questions.map(({ factory, claim }) => ({ factory, ...claim })),
    blockNumber,
  );
  return new Set(questions.flatMap(({ claim }, index) => (pools[index] === claim.address ? [claim.address] : [])));
}

export interface PoolRequest extends Omit<Claim, "address"> {
  factory: Address;
}

/** The factories' pools for these tokens (and fee), in the order of the queries; the zero address: none. */
export async function findPools(
  { rpc }: Pick<PriceWork, "rpc">,
  questions: readonly PoolRequest[],
  blockNumber: bigint,
): Promise<(Address | undefined)[]> {
  const calls = questions.map(({ factory, kind, token0, token1, fee }) =>
    kind === "v2"
      ? ({ abi: v2FactoryAbi, address: factory, functionName: "getPair", args: [token0, token1] } as const)
      : ({ abi: v3FactoryAbi, address: factory, functionName: "getPool", args: [token0, token1, fee ?? 0] } as const),
  );
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, { blockNumber });
  return answers.map(({ result }) =>
    typeof result === "string" && isAddress(result) ? toLowerCase(result) : undefined,
  );
}
