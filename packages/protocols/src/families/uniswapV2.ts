import { erc20Abi, v2FactoryAbi, v2PairAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { checkViews } from "./checkViews.ts";
import { indexForks } from "./indexForks.ts";
import { listAnswered } from "./listAnswered.ts";
import { claimAbi, readPair, toShare } from "./readPair.ts";
import { toLower } from "../toLower.ts";
import type { UniswapV2Contracts } from "./readPair.ts";

/** Forks of Uniswap V2: a share of a pair is a position of both its tokens. */
export const uniswapV2Family = {
  readsUntrusted: true,

  identifyForks: identifyPairs,

  async identify(context: ReadContext<UniswapV2Contracts>, candidates: readonly Address[]) {
    const pairs = await identifyPairs({ ...context, contracts: [context.contracts] }, candidates);
    return new Map([...pairs].map(([address, { identity }]) => [address, identity]));
  },

  async listPositions(context: OwnerContext<UniswapV2Contracts>) {
    const found = await Promise.all(context.receipts.map((pair) => readShare(context, pair)));
    return found.flat();
  },

  async unwrap(context: ReadContext<UniswapV2Contracts>, { token, rawAmount }: Amount) {
    return toShare(await readPair(context, context.contracts, token), rawAmount);
  },

  listPools: (context: PoolContext<UniswapV2Contracts>) =>
    listAnswered(context.known.map((pair) => readPool(context, pair))),

  check: (context: ReadContext<UniswapV2Contracts>) =>
    checkViews(context, [
      {
        address: context.contracts.factory,
        abi: v2FactoryAbi,
        functionName: "getPair",
        args: [ZERO_ADDRESS, ZERO_ADDRESS],
      },
    ]),
} satisfies Partial<Adapter<UniswapV2Contracts>>;

/**
 * A pair names its factory, and that factory must name the pair. Most candidates have no factory, so that is read
 * first.
 */
async function identifyPairs(
  context: ReadContext<readonly UniswapV2Contracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = indexForks(context.contracts, ({ factory }) => [factory]);
  const claims = await context.tryRead(
    candidates.map((address) => ({ address, abi: claimAbi, functionName: "factory" }) as const),
  );
  const pairs = await Promise.all(
    candidates.map(async (address, index): Promise<[Address, ForkIdentity][]> => {
      const factory = toLower(claims[index] ?? ZERO_ADDRESS);
      const fork = forks.get(factory);
      if (fork === undefined || !(await isPair(context, factory, address))) return [];
      return [[address, { fork, identity: "receipt" }]];
    }),
  );
  return new Map(pairs.flat());
}

async function isPair({ tryRead }: ReadContext<unknown>, factory: Address, address: Address): Promise<boolean> {
  const of = { address, abi: claimAbi } as const;
  const [token0, token1] = await tryRead([
    { ...of, functionName: "token0" },
    { ...of, functionName: "token1" },
  ]);
  if (token0 === undefined || token1 === undefined) return false;
  const args = [token0, token1] as const;
  const [made] = await tryRead([{ address: factory, abi: v2FactoryAbi, functionName: "getPair", args }]);
  return made?.toLowerCase() === address;
}

async function readShare(context: OwnerContext<UniswapV2Contracts>, address: Address): Promise<Position[]> {
  const { contracts, owner, read } = context;
  const [pair, [share]] = await Promise.all([
    readPair(context, contracts, address),
    read([{ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] }]),
  ]);
  if (share === 0n) return [];
  const supplies = toShare(pair, share);
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: address } }];
}

/** The pair's reserves: a surplus balance is not a deposit. */
async function readPool({ read, readOnce }: PoolContext<unknown>, address: Address): Promise<PoolState> {
  const of = { address, abi: v2PairAbi } as const;
  const [tokens, [reserves, rawShares]] = await Promise.all([
    readOnce([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    read([
      { ...of, functionName: "getReserves" },
      { ...of, functionName: "totalSupply" },
    ]),
  ]);
  return {
    pool: { controller: address },
    name: "Liquidity Pool",
    contracts: [address],
    supplies: [
      { token: toLower(tokens[0]), rawAmount: reserves[0] },
      { token: toLower(tokens[1]), rawAmount: reserves[1] },
    ],
    rawShares,
    depositors: { by: "receipt", token: address },
  };
}
