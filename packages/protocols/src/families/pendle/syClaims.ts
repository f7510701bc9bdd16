import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readStake } from "../staked.ts";
import { syAbi, tokenAbi } from "./pendleAbi.ts";

/** An amount of SY. */
export interface SyClaim {
  sy: Address;
  rawAmount: bigint;
}

/** What an SY wraps, and how much of it the SY holds. */
export interface SyState {
  yieldToken: Address;
  rawHeld: bigint;
  rawShares: bigint;
}

export type SyStates = ReadonlyMap<Address, SyState>;

/** An SY that does not hold its token itself is omitted. */
export async function readSyStates(context: ReadContext<unknown>, wrappers: readonly Address[]): Promise<SyStates> {
  const found = await Promise.all(
    [...new Set(wrappers)].map(async (address) => [address, await readSyState(context, address)] as const),
  );
  return new Map(found.flatMap(([address, state]) => (state === undefined ? [] : [[address, state]])));
}

async function readSyState(
  { readOnce, tryRead }: ReadContext<unknown>,
  address: Address,
): Promise<SyState | undefined> {
  const of = { address, abi: tokenAbi } as const;
  const [[wrapped], [rawShares]] = await Promise.all([
    unlessUnread<readonly Address[]>(readOnce([{ ...of, functionName: "yieldToken" }]), []),
    tryRead([{ ...of, functionName: "totalSupply" }]),
  ]);
  if (wrapped === undefined || rawShares === undefined) return undefined;
  const yieldToken = toLower(wrapped);
  const [rawHeld = 0n] = await tryRead([
    { address: yieldToken, abi: tokenAbi, functionName: "balanceOf", args: [address] },
  ]);
  return rawHeld === 0n || rawShares === 0n ? undefined : { yieldToken, rawHeld, rawShares };
}

export interface Unwrapped {
  amounts: Amount[];
  /** The SY reports more than it holds. */
  isCapped: boolean;
}

/**
 * What SY redeems for, in the token that it holds: at most its share of what the SY holds, for its rate is its own word.
 * SY that holds nothing stays SY, which has no price.
 */
export async function unwrapClaims(
  context: ReadContext<unknown>,
  states: SyStates,
  claims: readonly SyClaim[],
): Promise<Unwrapped> {
  const parts = await Promise.all(sumClaims(claims).map((claim) => unwrap(context, states.get(claim.sy), claim)));
  return { amounts: parts.flatMap(({ amounts }) => amounts), isCapped: parts.some(({ isCapped }) => isCapped) };
}

async function unwrap(
  context: ReadContext<unknown>,
  state: SyState | undefined,
  { sy, rawAmount }: SyClaim,
): Promise<Unwrapped> {
  if (state === undefined) return { amounts: [{ token: sy, rawAmount }], isCapped: false };
  const { yieldToken: token, rawHeld, rawShares } = state;
  const call = { address: sy, abi: syAbi, functionName: "previewRedeem", args: [token, rawAmount] } as const;
  const share = (rawHeld * (rawAmount < rawShares ? rawAmount : rawShares)) / rawShares;
  const [promised = share] = await context.tryRead([call]);
  const { supplies } = await readStake(
    { ...context, contracts: {} },
    { token, rawAmount: promised < share ? promised : share },
  );
  return { amounts: supplies, isCapped: share < promised };
}

function sumClaims(claims: readonly SyClaim[]): SyClaim[] {
  const sums = [...Map.groupBy(claims, ({ sy }) => sy)].map(([sy, parts]) => ({
    sy,
    rawAmount: parts.reduce((sum, { rawAmount }) => sum + rawAmount, 0n),
  }));
  return sums.filter(({ rawAmount }) => rawAmount > 0n);
}
