import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../adapter.ts";
import type { RangeDialect } from "./rangeDialect.ts";
import { readWords, toAddress } from "./readWords.ts";

/** What a row of an exchange of price ranges has: its managers and pools name the factory. */
export interface RangeContracts {
  factory: Address;
}

type Context = ReadContext<readonly RangeContracts[]>;

const claimAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function supportsInterface(bytes4 interfaceId) view returns (bool)",
]);
const ERC721 = "0x80ac58cd";

/** Finds the fork of a contract by the factory that it names. Most candidates name none, so that is read first. */
export function findForkBy(context: Context, { deployerFactory }: RangeDialect) {
  const forks = new Map(context.contracts.map(({ factory }, index) => [factory, index] as const).toReversed());
  const readAddress = async (address: Address, view: string): Promise<Address | undefined> => {
    const words = await readWords(context, { address, view }, [1]);
    return words && toAddress(words[0]!);
  };
  return async (address: Address): Promise<number | undefined> => {
    const [factory, deployer] = await Promise.all([
      readAddress(address, "factory()"),
      deployerFactory === undefined ? undefined : readAddress(address, "deployer()"),
    ]);
    const fork = factory && forks.get(factory);
    if (fork !== undefined || deployer === undefined || deployerFactory === undefined) return fork;
    const named = await readAddress(deployer, deployerFactory);
    return named && forks.get(named);
  };
}

/** Pools, which their factory must name, and managers of NFTs, whose positions are read as far as pools confirm them. */
export async function identifyRanges(
  context: Context,
  dialect: RangeDialect,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const findFork = findForkBy(context, dialect);
  const found = await Promise.all(
    candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
      const fork = await findFork(address);
      if (fork === undefined) return undefined;
      const [isPool, isManager] = await Promise.all([
        isPoolOf(context, dialect, context.contracts[fork]!.factory, address),
        isNftContract(context, address),
      ]);
      if (isPool) return [address, { fork, identity: "place" }];
      return isManager ? [address, { fork, identity: "nft" }] : undefined;
    }),
  );
  return new Map(found.filter((one) => one !== undefined));
}

export async function isNftContract({ tryRead }: Pick<Context, "tryRead">, address: Address): Promise<boolean> {
  const call = { address, abi: claimAbi, functionName: "supportsInterface", args: [ERC721] } as const;
  const [isErc721 = false] = await tryRead([call]);
  return isErc721;
}

/** Of contracts that belong to an exchange, those that are pools: managers have no tokens, and what stakes no factory. */
export async function filterPools(
  { tryRead }: Pick<Context, "tryRead">,
  known: readonly Address[],
): Promise<readonly Address[]> {
  const [factories, tokens] = await Promise.all([
    tryRead(known.map((address) => ({ address, abi: claimAbi, functionName: "factory" }) as const)),
    tryRead(known.map((address) => ({ address, abi: claimAbi, functionName: "token0" }) as const)),
  ]);
  return known.filter((_address, index) => factories[index] !== undefined && tokens[index] !== undefined);
}

/** Whether the factory returns the contract as the pool of its tokens. */
export async function isPoolOf(
  context: Pick<Context, "tryRead">,
  { nfts }: RangeDialect,
  factory: Address,
  address: Address,
): Promise<boolean> {
  const keyViews = nfts.map(({ poolKey }) => poolKey);
  const of = { address, abi: claimAbi } as const;
  const [[token0, token1], keys] = await Promise.all([
    context.tryRead([
      { ...of, functionName: "token0" },
      { ...of, functionName: "token1" },
    ]),
    Promise.all(keyViews.map(async (view) => (view === undefined ? [0n] : readWords(context, { address, view }, [1])))),
  ]);
  if (token0 === undefined || token1 === undefined) return false;
  const made = await Promise.all(
    nfts.map(async (layout, index) => {
      const [key] = keys[index] ?? [];
      return key === undefined
        ? undefined
        : readWords(context, { address: factory, ...layout.toPoolView([token0, token1], key) }, [1]);
    }),
  );
  return made.some((words) => words !== undefined && toAddress(words[0] ?? 0n) === address);
}
