import type { Address } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { PERMIT2, permit2Abi } from "../../contracts/permit2.ts";
import type { Approval } from "../approvals.ts";
import { roundDown, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { PERMIT2_SPENDER, SPENDERS } from "./approving.ts";
import { encodeTransferFrom } from "./erc20.ts";
import { pickOther, toArriving } from "./transfers.ts";

const GAS = 200_000n;

/** A spender uses part of an allowance: no event reports the remainder. */
export const spendAllowance: Action = {
  name: "spend an allowance",
  weight: 2,
  act(world, actor) {
    const standing = world.approvals
      .list(actor)
      .filter((approval) => SPENDERS.includes(approval.spender) && getSpendable(world, actor, approval) > 0n);
    if (standing.length === 0) return false;
    const approval = world.random.pick(standing);
    const rawAmount = getSpendable(world, actor, approval);
    const to = pickOther(world, actor);
    const data = encodeTransferFrom(actor, to, rawAmount);
    if (!world.send({ from: approval.spender, to: approval.token, data, gas: GAS })) return false;
    spend(world, approval, rawAmount);
    move(world, approval.token, actor, to, rawAmount);
    return true;
  },
};

/** The universal router uses part of its Permit2 allowance. */
export const spendPermission: Action = {
  name: "spend by Permit2",
  weight: 2,
  act(world, actor) {
    for (const permission of world.permissions) {
      const { owner, token, expiresAt } = permission;
      const approval = world.approvals.find(actor, { token, spender: PERMIT2 });
      if (owner !== actor || expiresAt <= world.timeAt || approval === undefined) continue;
      const [inside, outside] = [permission, approval].map((limit) => getSpendable(world, actor, { ...limit, token }));
      if (inside === undefined || outside === undefined || inside === 0n || outside < inside) continue;
      const to = pickOther(world, actor);
      const data = encodeCall(permit2Abi, "transferFrom", [actor, to, inside, token]);
      if (!world.send({ from: PERMIT2_SPENDER[world.chain], to: PERMIT2, data, gas: GAS })) return false;
      spend(world, permission, inside);
      spend(world, approval, inside);
      move(world, token, actor, to, inside);
      return true;
    }
    return false;
  },
};

type Limit = Pick<Approval, "left" | "lastUsedAt">;

/** A third of the allowance, or of the balance. */
function getSpendable(world: World, owner: Address, { left, lastUsedAt, token }: Limit & { token: Address }): bigint {
  const held = world.ledger.get(owner, token);
  return lastUsedAt < world.timeAt ? roundDown((left < held ? left : held) / 3n) : 0n;
}

function spend(world: World, limit: Limit, rawAmount: bigint): void {
  limit.left -= rawAmount;
  limit.lastUsedAt = world.timeAt;
}

function move(world: World, token: Address, from: Address, to: Address, rawAmount: bigint): void {
  world.ledger.debit(from, token, rawAmount);
  world.ledger.credit(to, token, toArriving(world, token, rawAmount));
}
