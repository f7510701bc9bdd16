import type { Address } from "viem";
import type { DevnetChain } from "../../chains.ts";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { PERMIT2, permit2Abi } from "../../contracts/permit2.ts";
import { takePart, UNLIMITED, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { approve, APPROVE_GAS, encodeApprove, ensureApproved } from "./erc20.ts";

/**
 * Mainnet's 1inch v5 router, 0x exchange proxy and CoW vault relayer: not deployed here, but approved by users, and
 * spending.
 */
export const SPENDERS: readonly Address[] = [
  "0x1111111254EEB25477B68fb85Ed929f73A960582",
  "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
  "0xC92E8bdf79f0507f65a392b0ab4667716BFE0110",
];

/** Uniswap's universal router, the usual spender of Permit2. */
export const PERMIT2_SPENDER: Record<DevnetChain, Address> = {
  eth: "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af",
  base: "0x6fF5693b99212Da76ad316178A184AB56D299b43",
  matic: "0x1095692A6237d83C6a72F3F5eFEdb9A670C49223",
};

const GAS = 100_000n;
/** UNI stores 96 bits of an allowance. */
const RAISABLE = 2n ** 90n;

export const approveSpender: Action = {
  name: "approve",
  weight: 5,
  act(world, actor) {
    const { random, tokens, approvals } = world;
    const token = random.pick(tokens).address;
    const spender = random.pick(SPENDERS);
    if (approvals.find(actor, { token, spender }) !== undefined) return false;
    const rawAmount = random.chance(0.4) ? UNLIMITED : takePart(world, actor, token);
    return rawAmount > 0n && approve(world, actor, token, spender, rawAmount);
  },
};

/** Ten times as much, or unlimited; not for a token that requires 0 first. */
export const raiseApproval: Action = {
  name: "raise an approval",
  weight: 1,
  act(world, actor) {
    const silent = new Set(world.tokens.filter(({ kind }) => kind === "silent").map(({ address }) => address));
    const raised = world.approvals
      .list(actor)
      .filter(({ left, token, lastUsedAt }) => left < RAISABLE && !silent.has(token) && lastUsedAt < world.timeAt);
    if (raised.length === 0) return false;
    const { token, spender, left } = world.random.pick(raised);
    return approve(world, actor, token, spender, world.random.chance(0.3) ? UNLIMITED : left * 10n + 1n);
  },
};

export const revoke: Action = {
  name: "revoke",
  weight: 2,
  act(world, actor) {
    const standing = world.approvals.list(actor).filter(({ lastUsedAt }) => lastUsedAt < world.timeAt);
    if (standing.length === 0) return false;
    const approval = world.random.pick(standing);
    const data = encodeApprove(approval.spender, 0n);
    if (!world.send({ from: actor, to: approval.token, data, gas: APPROVE_GAS })) return false;
    world.approvals.remove(actor, approval);
    return true;
  },
};

/** Valid from a day to two months, so that some have expired at the end. */
export const approveByPermit2: Action = {
  name: "approve by Permit2",
  weight: 3,
  act(world, actor) {
    const token = world.random.pick(world.tokens).address;
    const rawAmount = takePart(world, actor, token);
    const expiresAt = world.timeAt + 86_400 * world.random.int(1, 60);
    return rawAmount > 0n && approvePermit2(world, actor, token, rawAmount, expiresAt);
  },
};

/** Permit2 itself must be approved first. */
export function approvePermit2(
  world: World,
  owner: Address,
  token: Address,
  rawAmount: bigint,
  expiresAt: number,
): boolean {
  const known = world.permissions.find((other) => other.owner === owner && other.token === token);
  if (known?.lastUsedAt === world.timeAt || !ensureApproved(world, owner, token, PERMIT2)) return false;
  const data = encodeCall(permit2Abi, "approve", [token, PERMIT2_SPENDER[world.chain], rawAmount, expiresAt]);
  if (!world.send({ from: owner, to: PERMIT2, data, gas: GAS })) return false;
  const permission = { owner, token, left: rawAmount, expiresAt, lastUsedAt: world.timeAt };
  if (known === undefined) world.permissions.push(permission);
  else Object.assign(known, permission);
  return true;
}

export const revokeByPermit2: Action = {
  name: "revoke by Permit2",
  weight: 0.5,
  act(world, actor) {
    const permission = world.permissions.find(
      ({ owner, left, lastUsedAt }) => owner === actor && left > 0n && lastUsedAt < world.timeAt,
    );
    if (permission === undefined) return false;
    const pair = { token: permission.token, spender: PERMIT2_SPENDER[world.chain] };
    const data = encodeCall(permit2Abi, "lockdown", [[pair]]);
    if (!world.send({ from: actor, to: PERMIT2, data, gas: GAS })) return false;
    Object.assign(permission, { left: 0n, lastUsedAt: world.timeAt });
    return true;
  },
};
