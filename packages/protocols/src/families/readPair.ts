import { erc20Abi, v2PairAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { squareRoot } from "./sqrtPrice.ts";
import { toLower } from "../toLower.ts";

/** A factory of Uniswap V2 pairs. */
export interface UniswapV2Contracts {
  factory: Address;
  /** The protocol's part of the fees, if it takes one; default: Uniswap's 1 of 6, which most forks kept. */
  protocolShare?: readonly [part: number, of: number];
}

/** A pair's tokens, in their order, and its number of shares. */
export interface Pair {
  /** Amounts that burning pays from: its balances; its reserves if a token fails. */
  balances: [Amount, Amount];
  /** The divisor of a burn: the protocol's unpaid shares are minted first. */
  rawShares: bigint;
}

type Reads = Pick<ReadContext<unknown>, "read" | "tryRead" | "readOnce">;

/** Views of a pair's factory. */
export const claimAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
]);

/** @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/pair */
const kLastAbi = parseAbi(["function kLast() view returns (uint256)"]);
const feeToAbi = parseAbi(["function feeTo() view returns (address)"]);

/** Reads a pair of the factory. */
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

/** The payout of burning a share. */
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
  /** Product of the reserves at the protocol's last payment; 0: no protocol fee. */
  kLast: bigint;
}

/** @see "UniswapV2Pair._mintFee of @uniswap/v2-core" */
function countUnpaid({ reserves, rawSupply, kLast }: Counted, [part, of]: readonly [number, number] = [1, 6]): bigint {
  if (kLast === 0n) return 0n;
  const [now, last] = [squareRoot(reserves[0] * reserves[1]), squareRoot(kLast)];
  return now <= last ? 0n : (rawSupply * (now - last) * BigInt(part)) / (now * BigInt(of - part) + last * BigInt(part));
}
