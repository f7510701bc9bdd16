import type { Address } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { STETH, stEthAbi, WSTETH, wstEthAbi } from "../../contracts/lido.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import { NATIVE, takePart, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

const GAS = 250_000n;

export const stakeCoins: Action = {
  name: "stake coins",
  weight: 2,
  act: (world, actor) => world.chain === "eth" && submit(world, actor, takePart(world, actor, NATIVE)),
};

/** Shares are rounded down, so that a few units less may arrive. */
export function submit(world: World, actor: Address, value: bigint): boolean {
  const data = encodeCall(stEthAbi, "submit", [TREASURY]);
  if (value === 0n || !world.send({ from: actor, to: STETH, data, value, gas: GAS })) return false;
  world.ledger.credit(actor, STETH, (value * 99n) / 100n);
  return true;
}

export const wrapStake: Action = {
  name: "wrap staked coins",
  weight: 1,
  act: (world, actor) => wrapStaked(world, actor, world.ledger.get(actor, STETH) / BigInt(world.random.int(2, 5))),
};

export function wrapStaked(world: World, actor: Address, rawAmount: bigint): boolean {
  if (rawAmount === 0n || !ensureApproved(world, actor, STETH, WSTETH)) return false;
  if (!world.send({ from: actor, to: WSTETH, data: encodeCall(wstEthAbi, "wrap", [rawAmount]), gas: GAS }))
    return false;
  world.ledger.debit(actor, STETH, rawAmount);
  world.ledger.credit(actor, WSTETH, rawAmount / 2n);
  return true;
}

export const unwrapStake: Action = {
  name: "unwrap staked coins",
  weight: 0.5,
  act(world, actor) {
    const rawAmount = world.ledger.get(actor, WSTETH) / BigInt(world.random.int(1, 4));
    const data = encodeCall(wstEthAbi, "unwrap", [rawAmount]);
    if (rawAmount === 0n || !world.send({ from: actor, to: WSTETH, data, gas: GAS })) return false;
    world.ledger.debit(actor, WSTETH, rawAmount);
    world.ledger.credit(actor, STETH, rawAmount);
    return true;
  },
};
