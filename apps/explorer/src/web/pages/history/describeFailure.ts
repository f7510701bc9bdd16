import { functionName } from "./functionName.ts";
import { nameParties } from "./party.ts";
import { type Piece, text } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";

const ATTEMPTS: Readonly<Record<string, string>> = {
  send: "sending",
  approve: "an approval",
  revoke: "revoking a permission",
  swap: "a swap",
  add_liquidity: "adding liquidity",
  remove_liquidity: "removing liquidity",
  supply: "supplying",
  withdraw: "withdrawing",
  borrow: "borrowing",
  repay: "repaying",
  stake: "staking",
  unstake: "unstaking",
  claim: "claiming",
  mint: "minting",
  burn: "burning",
  wrap: "wrapping",
  unwrap: "unwrapping",
  trade_nft: "trading an NFT",
  deploy: "deploying a contract",
};

/** A reverted transaction moved nothing: what was attempted, and where. */
export function describeFailure(scene: Scene): Piece[] {
  const { category = "", tx } = scene.item;
  const attempt = Object.hasOwn(ATTEMPTS, category) ? ATTEMPTS[category] : undefined;
  const name = functionName(tx.name);
  const what: Piece[] =
    attempt !== undefined ? [text(attempt)] : name === undefined ? [text("a transaction")] : [text("calling "), name];
  return [text("Failed: "), ...what, ...failedAt(scene)];
}

/** In transfers and approvals the called contract is the token's, not the counterparty. */
function failedAt(scene: Scene): Piece[] {
  const { category, other_addr: other = "", tx } = scene.item;
  if (category !== "send" && category !== "approve" && category !== "revoke") return describeLocation(scene, "on");
  return other === "" || other === tx.to_addr ? [] : nameParties(scene, [other], category === "send" ? "to" : "for");
}
