import type { Address } from "viem";
import type { World } from "../world.ts";
import { type Action, perform } from "./action.ts";
import { approveByPermit2, approveSpender, raiseApproval, revoke, revokeByPermit2 } from "./approving.ts";
import { approveKitty, breedKitty, sendKitty } from "./kitties.ts";
import { addToV2, removeFromV2 } from "./liquidityV2.ts";
import { decreasePosition, mintPosition } from "./liquidityV3.ts";
import { claimFromFarm, stakeShare, unstakeShare } from "./farming.ts";
import { borrowFromAave, claimFromAave, repayAave, supplyToAave, withdrawFromAave } from "./lending.ts";
import { burnItems, mintItemBatch, mintItems, openItems, sendItem, sendItems } from "./items.ts";
import { approveApe, burnApe, buyApe, listApe, mintApe, openApes, sendApe } from "./nfts.ts";
import {
  createWallet,
  disperseCoins,
  disperseTokens,
  launchFirework,
  payAtSecondAttempt,
  payFromWallet,
  payInVain,
} from "./paying.ts";
import { spendAllowance, spendPermission } from "./spending.ts";
import { stakeCoins, unwrapStake, wrapStake } from "./staking.ts";
import { tradeOnV2, tradeOnV3 } from "./trading.ts";
import { transferNative, transferNonstandardToken, transferToken, transferTooMuch } from "./transfers.ts";
import { unwrap, wrap } from "./wraps.ts";

/** Actions of users. A new one is a file in this folder and a row here. */
export const actions: readonly Action[] = [
  transferNative,
  transferToken,
  transferNonstandardToken,
  transferTooMuch,
  disperseCoins,
  disperseTokens,
  createWallet,
  payFromWallet,
  payAtSecondAttempt,
  launchFirework,
  payInVain,
  wrap,
  unwrap,
  tradeOnV2,
  tradeOnV3,
  addToV2,
  removeFromV2,
  mintPosition,
  decreasePosition,
  supplyToAave,
  borrowFromAave,
  repayAave,
  withdrawFromAave,
  claimFromAave,
  stakeShare,
  unstakeShare,
  claimFromFarm,
  stakeCoins,
  wrapStake,
  unwrapStake,
  approveSpender,
  raiseApproval,
  revoke,
  approveByPermit2,
  revokeByPermit2,
  spendAllowance,
  spendPermission,
  mintApe,
  mintItems,
  mintItemBatch,
  sendItem,
  sendItems,
  burnItems,
  openItems,
  sendApe,
  burnApe,
  approveApe,
  openApes,
  breedKitty,
  sendKitty,
  approveKitty,
  listApe,
  buyApe,
];

const TOTAL_WEIGHT = actions.reduce((sum, { weight }) => sum + weight, 0);
const TRIES = 200;

/** Performs one random action. @throws if no user can perform any, which a scenario's funds should prevent. */
export function actOnce(world: World): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const actor = pickActor(world);
    if (actor !== world.resting && perform(world, pickAction(world), actor)) return;
  }
  throw new Error("No action is possible: the users have no funds left");
}

/** By its weight. */
export function pickAction({ random }: Pick<World, "random">): Action {
  let left = random.float() * TOTAL_WEIGHT;
  return actions.find(({ weight }) => (left -= weight) < 0) ?? transferNative;
}

/** Some users are far more active than others. */
function pickActor({ random, users }: World): Address {
  return users[Math.floor(random.float() ** 2 * users.length)] as Address;
}
