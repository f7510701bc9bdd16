import type { Address } from "viem";
import type { World } from "../world.ts";
import type { Action } from "./action.ts";
import { approveByPermit2, approveSpender, revoke, revokeByPermit2 } from "./approving.ts";
import { addToV2, removeFromV2 } from "./liquidityV2.ts";
import { decreasePosition, mintPosition } from "./liquidityV3.ts";
import { approveApe, buyApe, listApe, mintApe, mintItems, openItems, sendApe, sendItems } from "./nfts.ts";
import { tradeOnV2, tradeOnV3 } from "./trading.ts";
import { transferNative, transferToken, transferTooMuch } from "./transfers.ts";
import { unwrap, wrap } from "./wraps.ts";

/** What people do. A new habit is a file beside these and a row here. */
export const actions: readonly Action[] = [
  transferNative,
  transferToken,
  transferTooMuch,
  wrap,
  unwrap,
  tradeOnV2,
  tradeOnV3,
  addToV2,
  removeFromV2,
  mintPosition,
  decreasePosition,
  approveSpender,
  revoke,
  approveByPermit2,
  revokeByPermit2,
  mintApe,
  mintItems,
  sendItems,
  sendApe,
  approveApe,
  openItems,
  listApe,
  buyApe,
];

const TOTAL_WEIGHT = actions.reduce((sum, { weight }) => sum + weight, 0);
const TRIES = 200;

/** Lets somebody do something. Throws when nobody can do anything, which a scenario's funds should rule out. */
export function actOnce(world: World): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const actor = pickActor(world);
    if (actor !== world.resting && pickAction(world).act(world, actor)) return;
  }
  throw new Error("Nobody could do anything: people have run out of money");
}

function pickAction({ random }: World): Action {
  let left = random.float() * TOTAL_WEIGHT;
  return actions.find(({ weight }) => (left -= weight) < 0) ?? transferNative;
}

/** Some people do far more than others. */
function pickActor({ random, people }: World): Address {
  return people[Math.floor(random.float() ** 2 * people.length)] as Address;
}
