import type { Devnet } from "@portico/devnet";
import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  formatUnits,
  type Hex,
  parseAbi,
} from "viem";
import { type ChainHistory, readHistory } from "./chainHistory.ts";
import { type BlockTime, type ChainReader, createChainReader } from "./chainReader.ts";

/** The state of a chain, read directly without any code of the indexer: the reference for the service's responses. */
export interface ChainTruth {
  readonly reader: ChainReader;
  readonly history: ChainHistory;
  /** Every contract that ever emitted an ERC-20 Transfer. */
  readonly tokens: readonly Address[];
  /** Tokens that return a balance even for an address that never received any. */
  readonly generous: ReadonlySet<Address>;
  /** Of the newest block, unix seconds. */
  readonly timeAt: number;
  /** Results of view calls in the order of the calls; undefined if one fails or returns too little data. */
  read<T>(functionName: string, calls: readonly ViewCall[]): Promise<(T | undefined)[]>;
  /** Native balance in wei. */
  readNative(owners: readonly Address[]): Promise<bigint[]>;
  /** Null if the token has no valid decimals. */
  decimalsOf(token: Address): number | null;
}

export interface ViewCall {
  to: Address;
  args?: readonly unknown[];
}

const abi = parseAbi([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
  "function ownerOf(uint256) view returns (address)",
  "function getApproved(uint256) view returns (address)",
  "function isApprovedForAll(address, address) view returns (bool)",
]);

const UNUSED_ADDRESS: Address = "0x00000000000000000000000000000000c0ffee00";

/** Overloads of the functions above, under distinct names. */
const OTHERS: Record<string, Abi> = {
  balanceOfId: parseAbi(["function balanceOf(address, uint256) view returns (uint256)"]),
  permission: parseAbi(["function allowance(address, address, address) view returns (uint160, uint48, uint48)"]),
};

/** Reads the complete current state of every chain of a devnet. */
export async function readChains(devnet: Devnet): Promise<ReadonlyMap<string, ChainTruth>> {
  const chains = Object.entries(devnet.chains);
  const truths = await Promise.all(chains.map(([, { rpcUrl }]) => readChain(rpcUrl)));
  return new Map(chains.map(([chain], index) => [chain, truths[index] as ChainTruth]));
}

async function readChain(rpcUrl: string): Promise<ChainTruth> {
  const reader = createChainReader(rpcUrl);
  const history = await readHistory(reader);
  const { timestamp } = await reader.request<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const tokens = [...history.holders.keys()].toSorted();
  const decimals = await readDecimals(reader, [
    ...new Set([...tokens, ...history.approvals.map(({ token }) => token)]),
  ]);
  const balancesOfUnused = await readViews<bigint>(
    reader,
    "balanceOf",
    tokens.map((to) => ({ to, args: [UNUSED_ADDRESS] })),
  );
  return {
    reader,
    history,
    tokens,
    generous: new Set(tokens.filter((_, index) => (balancesOfUnused[index] ?? 0n) > 0n)),
    timeAt: Number(timestamp),
    read: (functionName, calls) => readViews(reader, functionName, calls),
    async readNative(owners) {
      const answers = await reader.requestMany<Hex>(owners.map((owner) => ["eth_getBalance", [owner, "latest"]]));
      return answers.map(BigInt);
    },
    decimalsOf: (token) => decimals.get(token) ?? null,
  };
}

async function readDecimals(reader: ChainReader, tokens: readonly Address[]): Promise<Map<Address, number>> {
  const answers = await readViews<bigint>(
    reader,
    "decimals",
    tokens.map((to) => ({ to })),
  );
  return new Map(
    tokens.flatMap((token, index) => {
      const value = answers[index];
      return value === undefined || value > 255n ? [] : [[token, Number(value)] as const];
    }),
  );
}

/** Like ChainTruth's `read`, after any block. */
export async function readViews<T>(
  reader: ChainReader,
  name: string,
  calls: readonly ViewCall[],
  at?: BlockTime,
): Promise<(T | undefined)[]> {
  const ownAbi: Abi = OTHERS[name] ?? abi;
  const functionName =
    (ownAbi.find((entry) => entry.type === "function" && entry.name === name) as AbiFunction | undefined)?.name ??
    (ownAbi[0] as AbiFunction).name;
  const answers = await reader.callMany(
    calls.map(({ to, args = [] }) => ({ to, data: encodeFunctionData({ abi: ownAbi, functionName, args }) })),
    at,
  );
  return answers.map((data) => {
    try {
      return decodeFunctionResult({ abi: ownAbi, functionName, data: data ?? "0x" }) as T;
    } catch {
      return undefined;
    }
  });
}

/** Whole tokens as the nearest double, as in responses. */
export const toWhole = (rawAmount: bigint, decimals: number | null): number =>
  Number(formatUnits(rawAmount, decimals ?? 0));
