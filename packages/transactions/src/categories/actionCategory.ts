import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action } from "../action.ts";
import type { Category } from "../category.ts";

/** The category of an action for an owner: "" if it has none, undefined if the owner is not involved. */
export function toCategory(action: Action, owner: Address): Category | "" | undefined {
  switch (action.type) {
    case "send_token":
    case "send_nft":
      if (action.from === owner) return action.to === ZERO_ADDRESS ? "burn" : "send";
      if (action.to !== owner) return undefined;
      return action.from === ZERO_ADDRESS ? "mint" : "receive";
    case "approve_token":
      if (action.owner !== owner) return undefined;
      return action.amount.rawAmount > 0n ? "approve" : "revoke";
    case "approve_nft":
    case "approve_collection":
      if (action.owner !== owner) return undefined;
      return action.isApproved ? "approve" : "revoke";
    case "call":
      return action.from === owner ? action.category : undefined;
    case "cancel":
    case "deploy":
    default:
      return action.from === owner ? action.type : undefined;
  }
}

/** Categories that prepare or conclude the intended action, above all approvals. All others come first. */
const lesser: readonly (Category | "")[][] = [
  ["claim"],
  ["unwrap", "wrap"],
  [""],
  ["receive", "send"],
  ["approve", "revoke"],
];

/** The category of all actions of an owner: the intended one, not what prepares it. */
export function chooseCategory(actions: readonly Action[], owner: Address): Category | "" {
  const categories = actions.flatMap((action) => toCategory(action, owner) ?? []);
  const ranked = categories.map((category) => ({
    category,
    rank: lesser.findIndex((words) => words.includes(category)),
  }));
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.category ?? "";
}
