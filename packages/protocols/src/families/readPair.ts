import { erc20Abi, v2PairAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { squareRoot } from "./sqrtPrice.ts";
import { toLower } from "../toLower.ts";

/** A factory whose pairs are Uniswap V2's. */
export interface UniswapV2Contracts {
  factory: Address;
  /** The protocol's part of what fees add, where it takes one: Uniswap's 1 of 6, which most forks kept, when left out. */
  protocolShare?: readonly [part: number, of: number];
}

/** Both tokens of a pair, in their order, and how many shares they are divided into. */
export interface Pair {
  /** What burning pays from: what it holds; what it has counted where a token doesn't say. */
  balances: [Amount, Amount];
  /** What a burn divides by: the protocol's unpaid shares are minted first. */
  rawShares: bigint;
}

type Reads = Pick<ReadContext<unknown>, "read" | "tryRead" | "readOnce">;

/** By what a pair says whose it is. */
export const claimAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
]);

/** @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/pair */
const kLastAbi = parseAbi(["function kLast() view returns (uint256)"]);
const feeToAbi = parseAbi(["function feeTo() view returns (address)"]);

/** Reads a pair that the factory made. */
export async function readPair(reads: Reads, contracts: UniswapV2Contracts, address: Address): Promise<Pair> {
  const of = { address, abi: v2PairAbi } as const;
  const tokens = reads.readOnce([
    { ...of, functionName: "token0" },
    { ...of, functionName: "token1" },
  ]);
  const [named, held, [reserves, rawSupply], [kLast, feeTo]] = await Promise.all([
    tokens,
    tokens.then((pair) => readBalances(reads, address, pair)),
    reads.read([
      { ...of, functionName: "getReserves" },
      { ...of, functionName: "totalSupply" },
    ]),
    reads.read([
      { address, abi: kLastAbi, functionName: "kLast" },
      { address: contracts.factory, abi: feeToAbi, functionName: "feeTo" },
    ]),
  ]);
  const unpaid = BigInt(feeTo) === 0n ? 0n : countUnpaid({ reserves, rawSupply, kLast }, contracts.protocolShare);
  const name = (side: 0 | 1, rawAmount: bigint): Amount => ({ token: toLower(named[side]), rawAmount });
  return {
    balances: [name(0, held[0] ?? reserves[0]), name(1, held[1] ?? reserves[1])],
    rawShares: rawSupply + unpaid,
  };
}

/** What burning a share pays. */
export const toShare = ({ balances, rawShares }: Pair, rawShare: bigint): Amount[] =>
  balances.map(({ token, rawAmount }) => ({
    token,
    rawAmount: rawShares === 0n ? 0n : (rawAmount * rawShare) / rawShares,
  }));

const readBalances = ({ tryRead }: Reads, pair: Address, tokens: readonly Address[]) =>
  tryRead(tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pair] }) as const));

interface Counted {
  reserves: readonly [bigint, bigint, number];
  rawSupply: bigint;
  /** Product of the reserves when the protocol was paid last; 0: it takes nothing yet. */
  kLast: bigint;
}

/** @see "UniswapV2Pair._mintFee of @uniswap/v2-core" */
function countUnpaid({ reserves, rawSupply, kLast }: Counted, [part, of]: readonly [number, number] = [1, 6]): bigint {
  if (kLast === 0n) return 0n;
  const [now, last] = [squareRoot(reserves[0] * reserves[1]), squareRoot(kLast)];
  return now <= last ? 0n : (rawSupply * (now - last) * BigInt(part)) / (now * BigInt(of - part) + last * BigInt(part));
}
