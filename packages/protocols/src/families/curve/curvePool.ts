import { erc20Abi, ZERO_ADDRESS, min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readHeld } from "../capToHeld.ts";
import { unwrapGauge } from "../liquidityGauge.ts";

/** @see https://docs.curve.finance/stableswap-exchange/overview */
const poolAbi = parseAbi([
  "function coins(uint256 index) view returns (address)",
  "function balances(uint256 index) view returns (uint256)",
]);
/** Of the pools of 2020. */
const firstPoolAbi = parseAbi([
  "function coins(int128 index) view returns (address)",
  "function balances(int128 index) view returns (uint256)",
]);
const tokenAbi = parseAbi(["function minter() view returns (address)", "function lp_token() view returns (address)"]);

type Reads = Pick<ReadContext<unknown>, "chain" | "read" | "readOnce" | "tryRead">;

/** What a Curve token claims to be: a share of a pool, which is the token itself or its minter, or of a gauge. */
export type Claim = { pool: Address } | { gaugeOf: Address };

/** Unverified. */
export async function readClaim(reads: Reads, address: Address): Promise<Claim | undefined> {
  const once = async (functionName: "minter" | "lp_token") => {
    const [value] = await reads.readOnce([{ address, abi: tokenAbi, functionName }]);
    return toLower(value);
  };
  const [coin, minter, lpToken] = await Promise.all([
    unlessUnread(readCoin(reads, address, 0n), undefined),
    unlessUnread(once("minter"), undefined),
    unlessUnread(once("lp_token"), undefined),
  ]);
  if (coin !== undefined) return { pool: address };
  if (lpToken !== undefined && lpToken !== ZERO_ADDRESS) return { gaugeOf: lpToken };
  return minter === undefined || minter === ZERO_ADDRESS ? undefined : { pool: minter };
}

async function readCoin({ readOnce }: Reads, address: Address, index: bigint): Promise<Address> {
  const [coin] = await readOnce([{ address, abi: poolAbi, functionName: "coins", args: [index] }]);
  return toLower(coin);
}

/** A pool's coins and its balances of them, without its unclaimed fees, as far as it holds them. */
export async function readBalances(reads: Reads, pool: Address): Promise<Amount[]> {
  const latest = await listCoins(reads, pool, "latest");
  const [version, coins] =
    latest.length > 0 ? (["latest", latest] as const) : (["first", await listCoins(reads, pool, "first")] as const);
  const [rawAmounts, held] = await Promise.all([
    reads.read(coins.map((_coin, index) => balanceCall[version](pool, index))),
    readHeld(reads, [pool], coins),
  ]);
  return coins.map((token, index) => {
    const rawAmount = rawAmounts[index] ?? 0n;
    return { token, rawAmount: min(rawAmount, held[index] ?? rawAmount) };
  });
}

type Version = "latest" | "first";

const coinCall = {
  latest: (address: Address, index: number) =>
    ({ address, abi: poolAbi, functionName: "coins", args: [BigInt(index)] }) as const,
  first: (address: Address, index: number) =>
    ({ address, abi: firstPoolAbi, functionName: "coins", args: [BigInt(index)] }) as const,
};
const balanceCall = {
  latest: (address: Address, index: number) =>
    ({ address, abi: poolAbi, functionName: "balances", args: [BigInt(index)] }) as const,
  first: (address: Address, index: number) =>
    ({ address, abi: firstPoolAbi, functionName: "balances", args: [BigInt(index)] }) as const,
};

/** Pools have 2 to 8 coins; most have up to 3. */
async function listCoins(reads: Reads, pool: Address, version: Version): Promise<Address[]> {
  const probe = async (indexes: readonly number[]): Promise<Address[]> => {
    const coins = await Promise.all(
      indexes.map((index) => unlessUnread(reads.readOnce([coinCall[version](pool, index)]), undefined)),
    );
    return coins.flatMap((coin) => (coin === undefined ? [] : [toLower(coin[0])]));
  };
  const coins = await probe([0, 1, 2, 3]);
  return coins.length < 4 ? coins : [...coins, ...(await probe([4, 5, 6, 7]))];
}

/** The part of a pool that a share of its LP token is. */
export async function readPart(reads: Reads, pool: Address, { token, rawAmount }: Amount): Promise<Amount[]> {
  const [balances, [rawShares]] = await Promise.all([
    readBalances(reads, pool),
    reads.read([{ address: token, abi: erc20Abi, functionName: "totalSupply" }]),
  ]);
  return balances.map((balance) => ({
    token: balance.token,
    rawAmount: rawShares === 0n ? 0n : (balance.rawAmount * rawAmount) / rawShares,
  }));
}

/** What a share of a pool, or of a gauge, is: an LP token, which is another pool's share in a metapool, stays as it is. */
export async function unwrapCurve(context: ReadContext<unknown>, held: Amount): Promise<Amount[]> {
  const claim = await readClaim(context, held.token);
  if (claim === undefined) return [held];
  return "pool" in claim ? readPart(context, claim.pool, held) : unwrapGauge(context, held);
}
