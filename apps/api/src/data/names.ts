import { type Address, readNamedAddresses, readPrimaryNames, type Rpc } from "@portico/evm";
import QuickLRU from "quick-lru";
import type { ChainRpcs } from "./chains/chainRpcs.ts";
import { NODE_WAIT_MS, unreachable, waitForNode } from "./chains/waitForNode.ts";

/** A result of ENS, and its Ethereum block. */
export interface NameAnswer<Value> {
  readonly value: Value | undefined;
  readonly blockNumber: bigint;
  /** Unix seconds. */
  readonly timeAt: number;
}

/** Both reject with ServiceError upstream_error if Ethereum can't be read. */
export interface Names {
  /** The primary name of an address (lower case). */
  readonly findName: (address: Address) => Promise<NameAnswer<string>>;
  /** The address of a name in normal form, lower-case. */
  readonly findAddress: (name: string) => Promise<NameAnswer<Address>>;
}

export interface NameOptions {
  /** Cache time of a result. */
  readonly cacheMs?: number;
  /** How long a request waits for the node. */
  readonly waitMs?: number;
}

const MAX = 20_000;
/** ENS is read on Ethereum, regardless of the chain on which the name is used. */
const CHAIN = "eth";
/** A resolver's result for a name without an address. */
const NOBODY: Address = `0x${"0".repeat(40)}`;

/** ENS names; equal requests within a minute, or concurrent ones, are read once. */
export function createNames(
  chainRpcs: ChainRpcs,
  { cacheMs = 60_000, waitMs = NODE_WAIT_MS }: NameOptions = {},
): Names {
  const cache = new QuickLRU<string, Promise<NameAnswer<string>>>({ maxSize: MAX, maxAge: cacheMs });
  const resolve = async (key: string, read: Reader): Promise<NameAnswer<string>> => {
    const rpc = chainRpcs.find(CHAIN)?.rpc;
    if (rpc === undefined) throw unreachable(`This server has no RPC for '${CHAIN}', on which names are resolved`, 60);
    const known = cache.get(key);
    const work = known ?? readAtHead(rpc, read);
    if (known === undefined) cache.set(key, work);
    work.catch(() => cache.delete(key));
    return await waitForNode(CHAIN, work, waitMs);
  };
  return {
    findName: (address) =>
      resolve(address, async (rpc, blockNumber) =>
        (await readPrimaryNames(rpc, [address], { blockNumber })).get(address),
      ),
    findAddress: async (name) => {
      const answer = await resolve(`name ${name}`, async (rpc, blockNumber) => {
        const address = (await readNamedAddresses(rpc, [name], { blockNumber })).get(name);
        return address === NOBODY ? undefined : address;
      });
      return answer as NameAnswer<Address>;
    },
  };
}

type Reader = (rpc: Rpc, blockNumber: bigint) => Promise<string | undefined>;

async function readAtHead(rpc: Rpc, read: Reader): Promise<NameAnswer<string>> {
  const { number: blockNumber, timestamp } = await rpc.getBlock();
  return { value: await read(rpc, blockNumber), blockNumber, timeAt: Number(timestamp) };
}
