import { v2FactoryAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { claimAbi, readPair, toShare } from "./readPair.ts";
import type { UniswapV2Contracts } from "./readPair.ts";
import { findV2Fork } from "./v2Forks.ts";
import { toLower } from "../toLower.ts";

/** The pair factory of a farm's protocol, if it is an exchange. */
export type StakeContracts = Partial<UniswapV2Contracts>;

/** Contents of a stake. */
export interface Stake {
  supplies: Amount[];
  /** A share of a pair by the same protocol's factory. */
  isOwnPair: boolean;
}

/** The assets of a staked token: both tokens of a Uniswap V2 pair, else itself. Two stages, one if cached. */
export async function readStake(context: ReadContext<StakeContracts>, staked: Amount): Promise<Stake> {
  const claim = await findClaim(context, staked.token);
  if (claim === undefined) return { supplies: [staked], isOwnPair: false };
  const { fork, tokens } = claim;
  const reading = Promise.all([
    context.readOnce([{ address: fork.factory, abi: v2FactoryAbi, functionName: "getPair", args: tokens }]),
    readPair(context, fork, staked.token),
  ]);
  const found = await unlessUnread(reading, undefined); // anybody may deploy what poses as a pair, and fails
  if (found === undefined) return { supplies: [staked], isOwnPair: false };
  const [[made], pair] = found;
  const isPair = toLower(made) === staked.token;
  const isOwnPair = isPair && fork.factory === context.contracts.factory;
  return { supplies: isPair ? toShare(pair, staked.rawAmount) : [staked], isOwnPair };
}

interface Claim {
  fork: UniswapV2Contracts;
  tokens: readonly [Address, Address];
}

/** The fork that a token claims to be a pair of. */
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
  const fork = isOwn ? { ...contracts, factory: contracts.factory! } : findV2Fork(chain.slug, factory);
  return fork && { fork, tokens: [token0, token1] };
}
