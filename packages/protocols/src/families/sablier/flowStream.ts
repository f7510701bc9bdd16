import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../../adapter.ts";
import type { Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";

/** @see "abi/flow of sablier 4.1.0" */
const flowAbi = parseAbi([
  "function getToken(uint256 streamId) view returns (address)",
  "function getTokenDecimals(uint256 streamId) view returns (uint8)",
  "function getRatePerSecond(uint256 streamId) view returns (uint128)",
  "function getSender(uint256 streamId) view returns (address)",
  "function withdrawableAmountOf(uint256 streamId) view returns (uint128)",
  "function refundableAmountOf(uint256 streamId) view returns (uint128)",
]);

/** Rates have 18 decimals. */
const RATE_DECIMALS = 18;
const DAY = 86_400n;

/** A stream without an end, to the holder of its NFT: what was streamed so far and is covered by its deposit. */
export async function readFlowToRecipient(
  context: OwnerContext<unknown>,
  address: Address,
  id: bigint,
): Promise<Position | undefined> {
  const of = { address, abi: flowAbi, args: [id] } as const;
  const [[rawAmount, refundable, rate], [token, decimals]] = await Promise.all([
    context.read([
      { ...of, functionName: "withdrawableAmountOf" },
      { ...of, functionName: "refundableAmountOf" },
      { ...of, functionName: "getRatePerSecond" },
    ]),
    context.readOnce([
      { ...of, functionName: "getToken" },
      { ...of, functionName: "getTokenDecimals" },
    ]),
  ]);
  if (rawAmount === 0n) return undefined;
  const daily = (rate * DAY) / 10n ** BigInt(RATE_DECIMALS - Math.min(decimals, RATE_DECIMALS));
  const detail = { type: "vesting", token: { token: toLower(token), rawAmount }, rawClaimable: rawAmount } as const;
  return {
    name: "Vesting",
    detail: { ...detail, ...(refundable > 0n && daily > 0n && { rawDailyUnlock: daily }) },
    pool: { controller: address },
    positionIndex: String(id),
  };
}

/** What the sender of a stream can take back. */
export async function readFlowOfSender(
  context: OwnerContext<unknown>,
  address: Address,
  id: bigint,
): Promise<Position | undefined> {
  const of = { address, abi: flowAbi, args: [id] } as const;
  const [[rawAmount], [sender, token]] = await Promise.all([
    context.read([{ ...of, functionName: "refundableAmountOf" }]),
    context.readOnce([
      { ...of, functionName: "getSender" },
      { ...of, functionName: "getToken" },
    ]),
  ]);
  if (rawAmount === 0n || toLower(sender) !== context.owner) return undefined;
  const supplies = [{ token: toLower(token), rawAmount }];
  const pool = { controller: address };
  return { name: "Deposit", detail: { type: "common", supplies }, pool, positionIndex: `${id}:sender` };
}
