import { v2FactoryAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { claimAbi, readPair, toShare } from "./readPair.ts";
import type { UniswapV2Contracts } from "./readPair.ts";
import { findV2Fork } from "./v2Forks.ts";
import { toLower } from "../toLower.ts";

/** What a farm's protocol has besides: the factory of its own pairs, where it is an exchange. */
export type StakeContracts = Partial<UniswapV2Contracts>;

/** What a stake is made of. */
export interface Stake {
  supplies: Amount[];
  /** A share of a pair that the same protocol's factory made. */
  isOwnPair: boolean;
}

/** What a staked token stands for: both tokens of a pair of a fork of Uniswap V2, else itself. Two stages, one when remembered. */
export async function readStake(context: ReadContext<StakeContracts>, staked: Amount): Promise<Stake> {
  const claim = await findClaim(context, staked.token);
  if (claim === undefined) return { supplies: [staked], isOwnPair: false };
  const { fork, tokens } = claim;
  const [[made], pair] = await Promise.all([
    context.readOnce([{ address: fork.factory, abi: v2FactoryAbi, functionName: "getPair", args: tokens }]),
    readPair(context, fork, staked.token),
  ]);
  const isPair = toLower(made) === staked.token;
  const isOwnPair = isPair && fork.factory === context.contracts.factory;
  return { supplies: isPair ? toShare(pair, staked.rawAmount) : [staked], isOwnPair };
}

interface Claim {
  fork: UniswapV2Contracts;
  tokens: readonly [Address, Address];
}

/** Which fork a token says that it is a pair of. */
async function findClaim(
  { chain, contracts, readOnce }: ReadContext<StakeContracts>,
  address: Address,
): Promise<Claim | undefined> {
  const of = { address, abi: claimAbi } as const;
  const reading = readOnce([
    { ...of, functionName: "factory" },
    { ...of, functionName: "token0" },
    { ...of, functionName: "token1" },
  ]);
  const claimed = await unlessUnread(reading, undefined);
  if (claimed === undefined) return undefined; // not a pair
  const [factory, token0, token1] = claimed;
  const isOwn = toLower(factory) === contracts.factory;
  const fork = isOwn ? { ...contracts, factory: contracts.factory! } : findV2Fork(chain.id, factory);
  return fork && { fork, tokens: [token0, token1] };
}
