import { functionName } from "./functionName.ts";
import { nameParties } from "./party.ts";
import type { Piece } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";
import { sentence } from "./sentence.ts";

/** Those that `history.failed` has words for. */
const ATTEMPTS: ReadonlySet<string> = new Set(
  "send approve revoke swap add_liquidity remove_liquidity supply withdraw borrow repay stake unstake claim mint burn wrap unwrap trade_nft deploy".split(
    " ",
  ),
);

/** A reverted transaction moved nothing: what was attempted, and where. */
export function describeFailure(scene: Scene): Piece[] {
  const { category = "", tx } = scene.item;
  const name = functionName(tx.name);
  if (!ATTEMPTS.has(category) && name !== undefined)
    return sentence("history.failedCall", { name: [name], ...describeLocation(scene) });
  return sentence("history.failed", { attempt: category, ...failedAt(scene) });
}

/** In transfers and approvals the called contract is the token's, not the counterparty. */
function failedAt(scene: Scene): { way: string; place: Piece[] } {
  const { category, other_addr: other = "", tx } = scene.item;
  if (category !== "send" && category !== "approve" && category !== "revoke") {
    const { place, hasPlace } = describeLocation(scene);
    return { way: hasPlace === "yes" ? "on" : "none", place };
  }
  const { parties, party } = nameParties(scene, other === tx.to_addr ? [] : [other]);
  const [way, waySelf] = category === "send" ? ["to", "toSelf"] : ["for", "forSelf"];
  return { way: parties === "self" ? waySelf : parties === "one" ? way : "none", place: party };
}
