import { erc20Abi, ZERO_ADDRESS, min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext } from "../../adapter.ts";
import type { PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import type { SolidlyContracts } from "./solidlyContracts.ts";

/** The first two of a lock's values; Velodrome V2 and its forks have a third, without an end. */
const escrowAbi = parseAbi([
  "function token() view returns (address)",
  "function supply() view returns (uint256)",
  "function voter() view returns (address)",
  "function locked(uint256 tokenId) view returns (int128 amount, uint256 end)",
]);
const voterAbi = parseAbi(["function minter() view returns (address)"]);
/** Names of Velodrome V2 and Solidly. */
const minterAbi = parseAbi([
  "function rewardsDistributor() view returns (address)",
  "function _rewards_distributor() view returns (address)",
  "function _ve_dist() view returns (address)",
]);
const distributorAbi = parseAbi(["function claimable(uint256 tokenId) view returns (uint256)"]);

const WEEK = 7 * 86_400;
/** How long a lock without an end still lasts once its owner ends it, in seconds. */
const LONGEST = 4 * 365 * 86_400;

/** The owner's locks in an escrow, together no more than it holds, with what compensates them for new tokens. */
export async function readLocks(
  context: OwnerContext<SolidlyContracts>,
  address: Address,
  tokenIds: readonly bigint[],
): Promise<Position[]> {
  const { read, readOnce, timeAt } = context;
  const of = { address, abi: escrowAbi } as const;
  const naming = readOnce([{ ...of, functionName: "token" }]);
  const [[named], locks, [rawHeld], claimable] = await Promise.all([
    naming,
    read(tokenIds.map((tokenId) => ({ ...of, functionName: "locked", args: [tokenId] }) as const)),
    naming.then(([token]) => read([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }])),
    readClaimable(context, address, tokenIds),
  ]);
  const token = toLower(named);
  let rawLeft = rawHeld;
  return tokenIds.flatMap((tokenId, index): Position[] => {
    const [amount, end] = locks[index] ?? [0n, 0n];
    const rawAmount = amount > 0n ? min(amount, rawLeft) : 0n;
    if (rawAmount === 0n) return [];
    rawLeft -= rawAmount;
    const unlockAt = end > 0n ? Number(end) : Math.floor((timeAt + LONGEST) / WEEK) * WEEK;
    const rawReward = claimable[index] ?? 0n;
    const rewards = rawReward > 0n ? [{ token, rawAmount: rawReward }] : [];
    const description = end > 0n ? {} : { description: "It has no end until its owner sets one." };
    const detail = { type: "locked" as const, supplies: [{ token, rawAmount }], unlockAt, rewards, ...description };
    return [{ name: "Locked", detail, pool: { controller: address }, positionIndex: String(tokenId) }];
  });
}

/** Of an escrow whose voter is the factory's: others may name any distributor. */
async function readClaimable(
  { contracts, tryRead }: OwnerContext<SolidlyContracts>,
  address: Address,
  tokenIds: readonly bigint[],
): Promise<readonly (bigint | undefined)[]> {
  const [voter, named] = await tryRead([
    { address, abi: escrowAbi, functionName: "voter" },
    { address: contracts.factory, abi: escrowAbi, functionName: "voter" },
  ]);
  if (voter === undefined || toLower(voter) !== (contracts.voter ?? toLower(named ?? ZERO_ADDRESS))) return [];
  const [minter] = await tryRead([{ address: voter, abi: voterAbi, functionName: "minter" }]);
  if (minter === undefined) return [];
  const of = { address: minter, abi: minterAbi } as const;
  const distributors = await tryRead([
    { ...of, functionName: "rewardsDistributor" },
    { ...of, functionName: "_rewards_distributor" },
    { ...of, functionName: "_ve_dist" },
  ]);
  const distributor = distributors.find((at) => at !== undefined && at !== ZERO_ADDRESS);
  if (distributor === undefined) return [];
  return tryRead(
    tokenIds.map(
      (tokenId) => ({ address: distributor, abi: distributorAbi, functionName: "claimable", args: [tokenId] }) as const,
    ),
  );
}

/** Everything locked, as far as the escrow holds it. */
export async function readLockState(context: PoolContext<unknown>, address: Address): Promise<PoolState> {
  const of = { address, abi: escrowAbi } as const;
  const [[token], [rawShares]] = await Promise.all([
    context.readOnce([{ ...of, functionName: "token" }]),
    context.read([{ ...of, functionName: "supply" }]),
  ]);
  const supplies = await capToHeld(context, [address], [{ token: toLower(token), rawAmount: rawShares }]);
  return { pool: { controller: address }, name: "Locked", contracts: [address], supplies, rawShares };
}
