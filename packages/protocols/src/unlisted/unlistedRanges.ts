import { v3FactoryAbi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerContext, ReadContext } from "../adapter.ts";
import { isNftContract } from "../families/identifyRanges.ts";
import { createLimits } from "../families/limits.ts";
import { readNftPositions } from "../families/nftPositions.ts";
import { uniswapV3ForkDialect } from "../families/rangeDialect.ts";
import { claimAbi } from "../families/readPair.ts";
import { toPosition } from "../families/uniswapV3.ts";
import type { Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { describeUnlisted } from "./describeUnlisted.ts";

type Context = ReadContext<unknown>;

/** Any pool view of Uniswap V3's factories, which returns zero for a pool that doesn't exist. */
const FEE = 3_000;
const MAX_NFTS = 200;

/** Contracts of NFTs whose factory answers like Uniswap V3's. */
export async function identifyManagers(context: Context, candidates: readonly Address[]): Promise<Address[]> {
  const factories = await readFactories(context, candidates);
  const claiming = candidates.filter((_address, index) => factories[index] !== undefined);
  const claimed = factories.filter((factory) => factory !== undefined);
  const args = [ZERO_ADDRESS, ZERO_ADDRESS, FEE] as const;
  const [pools, areNfts] = await Promise.all([
    context.tryRead(claimed.map((address) => ({ address, abi: v3FactoryAbi, functionName: "getPool", args }) as const)),
    Promise.all(claiming.map((address) => isNftContract(context, address))),
  ]);
  return claiming.filter((_address, index) => areNfts[index] === true && pools[index] === ZERO_ADDRESS);
}

/** An owner's ranges, each worth no more than its account in the pool and the pool's balances. */
export async function listRanges(context: OwnerContext<unknown>): Promise<Position[]> {
  const managers = [...context.nfts];
  const factories = await readFactories(
    context,
    managers.map(([address]) => address),
  );
  const found = await Promise.all(
    managers.map(async ([positions, ids], index) => {
      const factory = factories[index];
      if (factory === undefined) return [];
      const manager = { factory, positions, dialect: uniswapV3ForkDialect, take: createLimits() };
      const [nfts, description] = await Promise.all([
        unlessUnread(readNftPositions(context, manager, ids.slice(0, MAX_NFTS)), []),
        describeUnlisted(context, "exchange", { named: positions, address: factory }),
      ]);
      return nfts.map((nft) => describe(toPosition(nft, toRef(nft.pool)), description));
    }),
  );
  return found.flat();
}

const toRef = (pool: Address) => ({ name: "Liquidity Pool", pool: { controller: pool } }) as const;

const describe = (position: Position, description: string): Position =>
  position.detail.type === "common" ? { ...position, detail: { ...position.detail, description } } : position;

/** Undefined: the contract names none. */
async function readFactories(
  { tryRead }: Pick<Context, "tryRead">,
  addresses: readonly Address[],
): Promise<(Address | undefined)[]> {
  const factories = await tryRead(
    addresses.map((address) => ({ address, abi: claimAbi, functionName: "factory" }) as const),
  );
  return factories.map((factory) => (factory === undefined || factory === ZERO_ADDRESS ? undefined : toLower(factory)));
}
