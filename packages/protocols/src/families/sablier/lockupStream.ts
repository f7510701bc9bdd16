import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";

/** @see "abi/lockup of sablier 4.1.0" */
const lockupAbi = parseAbi([
  "function getUnderlyingToken(uint256 streamId) view returns (address)",
  "function getAsset(uint256 streamId) view returns (address)",
  "function getDepositedAmount(uint256 streamId) view returns (uint128)",
  "function getWithdrawnAmount(uint256 streamId) view returns (uint128)",
  "function getRefundedAmount(uint256 streamId) view returns (uint128)",
  "function withdrawableAmountOf(uint256 streamId) view returns (uint128)",
  "function getStartTime(uint256 streamId) view returns (uint40)",
  "function getEndTime(uint256 streamId) view returns (uint40)",
  "function getCliffTime(uint256 streamId) view returns (uint40)",
  "function getUnlockAmounts(uint256 streamId) view returns (uint128 start, uint128 cliff)",
  "function wasCanceled(uint256 streamId) view returns (bool)",
]);

const DAY = 86_400n;

/** A stream of a fixed amount to the holder of its NFT: everything that was not withdrawn or refunded. */
export async function readLockupStream(
  context: OwnerContext<unknown>,
  address: Address,
  id: bigint,
): Promise<Position | undefined> {
  const of = { address, abi: lockupAbi, args: [id] } as const;
  const [[deposited, withdrawn, refunded, rawClaimable, start, end, isCanceled], [token, asset], linear] =
    await Promise.all([
      context.read([
        { ...of, functionName: "getDepositedAmount" },
        { ...of, functionName: "getWithdrawnAmount" },
        { ...of, functionName: "getRefundedAmount" },
        { ...of, functionName: "withdrawableAmountOf" },
        { ...of, functionName: "getStartTime" },
        { ...of, functionName: "getEndTime" },
        { ...of, functionName: "wasCanceled" },
      ]),
      context.tryRead([
        { ...of, functionName: "getUnderlyingToken" },
        { ...of, functionName: "getAsset" },
      ]),
      // only linear streams have these
      context.tryRead([
        { ...of, functionName: "getCliffTime" },
        { ...of, functionName: "getUnlockAmounts" },
      ]),
    ]);
  const named = token ?? asset;
  const rawAmount = deposited - withdrawn - refunded;
  if (named === undefined || rawAmount <= 0n) return undefined;
  const [cliff, unlocks] = linear;
  const from = Math.max(start, cliff ?? 0);
  const isRunning = !isCanceled && cliff !== undefined && from <= context.timeAt && context.timeAt < end;
  // before version 2 there were no amounts at the start and at the cliff: all of it vested from the start
  const rawDailyUnlock = !isRunning
    ? undefined
    : unlocks === undefined
      ? (deposited * DAY) / BigInt(end - start)
      : ((deposited - unlocks[0] - unlocks[1]) * DAY) / BigInt(end - from);
  return {
    name: "Vesting",
    detail: {
      type: "vesting",
      token: { token: toLower(named), rawAmount },
      rawClaimable,
      ...(rawDailyUnlock !== undefined && { rawDailyUnlock }),
      endAt: end,
    },
    pool: { controller: address },
    positionIndex: String(id),
  };
}
