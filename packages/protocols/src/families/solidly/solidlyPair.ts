import { erc20Abi, v2PairAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";

/** Names of Velodrome, Solidly, and KyberSwap Classic. */
const factoryAbi = parseAbi(["function isPool(address pool) view returns (bool)"]);
const pairFactoryAbi = parseAbi(["function isPair(address pair) view returns (bool)"]);
const classicFactoryAbi = parseAbi([
  "function isPool(address token0, address token1, address pool) view returns (bool)",
]);
/** Fees are apart from the reserves. @see "Pool._updateFor of Velodrome V2" */
const feesAbi = parseAbi([
  "function poolFees() view returns (address)",
  "function fees() view returns (address)",
  "function index0() view returns (uint256)",
  "function index1() view returns (uint256)",
  "function supplyIndex0(address owner) view returns (uint256)",
  "function supplyIndex1(address owner) view returns (uint256)",
  "function claimable0(address owner) view returns (uint256)",
  "function claimable1(address owner) view returns (uint256)",
]);

type Reads = ReadContext<unknown>;

/** Whether the factory lists the pair. */
export async function isPairOf({ tryRead }: Reads, factory: Address, pair: Address): Promise<boolean> {
  const [isPool, isPair] = await Promise.all([
    tryRead([{ address: factory, abi: factoryAbi, functionName: "isPool", args: [pair] }]),
    tryRead([{ address: factory, abi: pairFactoryAbi, functionName: "isPair", args: [pair] }]),
  ]);
  if (isPool[0] !== undefined || isPair[0] !== undefined) return isPool[0] === true || isPair[0] === true;
  const [token0, token1] = await tryRead([
    { address: pair, abi: v2PairAbi, functionName: "token0" },
    { address: pair, abi: v2PairAbi, functionName: "token1" },
  ]);
  if (token0 === undefined || token1 === undefined) return false;
  const args = [token0, token1, pair] as const;
  const [isClassic] = await tryRead([{ address: factory, abi: classicFactoryAbi, functionName: "isPool", args }]);
  return isClassic === true;
}

export interface SolidlyPair {
  tokens: readonly [Address, Address];
  /** What burning shares pays from: its balances; its reserves if a token fails. */
  supplies: [Amount, Amount];
  rawShares: bigint;
}

export async function readSolidlyPair({ read, readOnce, tryRead }: Reads, address: Address): Promise<SolidlyPair> {
  const of = { address, abi: v2PairAbi } as const;
  const reading = readOnce([
    { ...of, functionName: "token0" },
    { ...of, functionName: "token1" },
  ]);
  const [named, held, [reserves, rawShares]] = await Promise.all([
    reading,
    reading.then((tokens) =>
      tryRead(
        tokens.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const),
      ),
    ),
    read([
      { address, abi: reservesAbi, functionName: "getReserves" },
      { ...of, functionName: "totalSupply" },
    ]),
  ]);
  const tokens = [toLower(named[0]), toLower(named[1])] as const;
  return {
    tokens,
    supplies: [
      { token: tokens[0], rawAmount: held[0] ?? reserves[0] },
      { token: tokens[1], rawAmount: held[1] ?? reserves[1] },
    ],
    rawShares,
  };
}

/** A third value is a time. */
const reservesAbi = parseAbi(["function getReserves() view returns (uint256 reserve0, uint256 reserve1)"]);

/** What burning a share pays: everything at most, for the pair that a gauge names may report less than all shares. */
export const toPairShare = ({ supplies, rawShares }: SolidlyPair, rawShare: bigint): Amount[] =>
  supplies.map(({ token, rawAmount }) => ({
    token,
    rawAmount: rawShares === 0n ? 0n : (rawAmount * (rawShare < rawShares ? rawShare : rawShares)) / rawShares,
  }));

const WHOLE = 10n ** 18n;

/**
 * An owner's fees in both tokens: the claimable ones, and those since the owner's last transfer, as far as the pair's
 * contract of fees holds them.
 */
export async function readFees(
  context: Reads,
  { address, tokens }: { address: Address; tokens: readonly [Address, Address] },
  owner: Address,
  rawShare: bigint,
): Promise<Amount[]> {
  const of = { address, abi: feesAbi } as const;
  const args = [owner] as const;
  const [index0 = 0n, index1 = 0n, own0 = 0n, own1 = 0n, claimable0 = 0n, claimable1 = 0n] = await context.tryRead([
    { ...of, functionName: "index0" },
    { ...of, functionName: "index1" },
    { ...of, functionName: "supplyIndex0", args },
    { ...of, functionName: "supplyIndex1", args },
    { ...of, functionName: "claimable0", args },
    { ...of, functionName: "claimable1", args },
  ]);
  const fees = [
    { token: tokens[0], rawAmount: claimable0 + (rawShare * (index0 - own0)) / WHOLE },
    { token: tokens[1], rawAmount: claimable1 + (rawShare * (index1 - own1)) / WHOLE },
  ].filter(({ rawAmount }) => rawAmount > 0n);
  if (fees.length === 0) return [];
  const [ofVelodrome, ofSolidly] = await context.tryRead([
    { ...of, functionName: "poolFees" },
    { ...of, functionName: "fees" },
  ]);
  const held = await capToHeld(context, [ofVelodrome ?? ofSolidly ?? address], fees);
  return held.filter(({ rawAmount }) => rawAmount > 0n);
}
