import { type Action, perform } from "../actions/action.ts";
import { approveByPermit2, approveSpender, raiseApproval, revoke, revokeByPermit2 } from "../actions/approving.ts";
import { burnItems, mintItemBatch, mintItems, openItems, sendItem, sendItems } from "../actions/items.ts";
import { approveKitty, breedKitty, sendKitty } from "../actions/kitties.ts";
import { approveApe, burnApe, listApe, mintApe, openApes, sendApe } from "../actions/nfts.ts";
import {
  createWallet,
  disperseCoins,
  disperseTokens,
  launchFirework,
  payAtSecondAttempt,
  payFromWallet,
  payInVain,
} from "../actions/paying.ts";
import { spendAllowance, spendPermission } from "../actions/spending.ts";
import { DEMO_OWNER } from "../../demoOwner.ts";
import type { World } from "../world.ts";
import type { Episode } from "./episode.ts";

const TRIES = 100;

/** The demo owner performs each of these, whatever the random actions are; impossible ones are skipped. */
const practise = (name: string, actions: readonly Action[]): Episode => ({
  name,
  act(world) {
    for (const action of actions) act(world, action);
  },
});

/** Many actions pick a random token, which may be unsuitable. */
function act(world: World, action: Action): void {
  for (let attempt = 0; attempt < TRIES; attempt += 1) if (perform(world, action, DEMO_OWNER)) return;
}

export const obtain: Episode = practise("the demo owner pays in all ways, mints and approves", [
  createWallet,
  disperseCoins,
  disperseTokens,
  payAtSecondAttempt,
  launchFirework,
  payInVain,
  approveSpender,
  approveSpender,
  approveByPermit2,
  approveByPermit2,
  ...Array.from({ length: 5 }, () => mintApe),
  mintItems,
  mintItemBatch,
  breedKitty,
  breedKitty,
  openItems,
  openApes,
]);

export const use: Episode = practise("what the demo owner has is used", [
  payFromWallet,
  spendAllowance,
  spendPermission,
  sendItem,
  sendItems,
  approveKitty,
  sendKitty,
  approveApe,
  listApe,
  sendApe,
  burnApe,
]);

export const takeBack: Episode = practise("the demo owner takes some of it back", [
  burnItems,
  raiseApproval,
  revoke,
  revokeByPermit2,
]);
