import type { Address } from "viem";
import type { DevnetToken, TokenKind } from "../../contracts/tokenTable.ts";
import { NATIVE, takePart, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { encodeTransfer, TRANSFER_GAS } from "./erc20.ts";

export const transferNative: Action = {
  name: "transfer native",
  weight: 18,
  act(world, actor) {
    const to = pickOther(world, actor);
    const value = takePart(world, actor, NATIVE);
    if (!world.send({ from: actor, to, value, gas: 21_000n })) return false;
    world.ledger.credit(to, NATIVE, value);
    return true;
  },
};

export const transferToken: Action = {
  name: "transfer token",
  weight: 28,
  act(world, actor) {
    const token = world.random.pick(world.tokens);
    const rawAmount = takePart(world, actor, token.address);
    return rawAmount > 0n && sendToken(world, actor, pickOther(world, actor), token, rawAmount);
  },
};

/** Whole tokens, fewer than each holder has: their views may be wrong, but they transfer. */
export const transferNonstandardToken: Action = {
  name: "transfer a nonstandard token",
  weight: 4,
  act(world, actor) {
    const held = world.nonstandardTokens.filter(({ address }) => world.ledger.get(actor, address) > 0n);
    if (held.length === 0) return false;
    const { address } = world.random.pick(held);
    const rawAmount = world.ledger.get(actor, address) / BigInt(world.random.pick([1, 2, 7]));
    const to = pickOther(world, actor);
    const data = encodeTransfer(to, rawAmount);
    if (rawAmount === 0n || !world.send({ from: actor, to: address, data, gas: TRANSFER_GAS })) return false;
    world.ledger.debit(actor, address, rawAmount);
    world.ledger.credit(to, address, rawAmount / 2n);
    return true;
  },
};

/** A user error: more than anybody has. The chain rejects it, and the sender pays for it. */
export const transferTooMuch: Action = {
  name: "transfer too much",
  weight: 0.5,
  act(world, actor) {
    const token = world.random.pick(world.tokens);
    const data = encodeTransfer(pickOther(world, actor), 2n ** 128n);
    return world.send({ from: actor, to: token.address, data, gas: TRANSFER_GAS });
  },
};

/** Guaranteed to arrive, in per cent: after the fee; a rebase may take some before it is spent. */
const ARRIVES: Partial<Record<TokenKind, bigint>> = { feeOnTransfer: 98n, rebasing: 50n };

export function sendToken(world: World, from: Address, to: Address, token: DevnetToken, rawAmount: bigint): boolean {
  if (!world.send({ from, to: token.address, data: encodeTransfer(to, rawAmount), gas: TRANSFER_GAS })) return false;
  world.ledger.debit(from, token.address, rawAmount);
  world.ledger.credit(to, token.address, toArriving(world, token.address, rawAmount));
  return true;
}

/** The part of a transfer that is guaranteed to arrive. */
export function toArriving(world: World, address: Address, rawAmount: bigint): bigint {
  const kind = world.tokens.find((token) => token.address === address)?.kind ?? "plain";
  return (rawAmount * (ARRIVES[kind] ?? 100n)) / 100n;
}

/** Another user; with few users sometimes the same, which is a transfer too. */
export function pickOther(world: World, actor: Address): Address {
  const first = world.random.pick(world.users);
  return first === actor ? world.random.pick(world.users) : first;
}
