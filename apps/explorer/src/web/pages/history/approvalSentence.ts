import type { Approve } from "@portico/client";
import { isUnlimited } from "../../parts/isUnlimited.ts";
import { findAsset } from "./asset.ts";
import type { Scene } from "./scene.ts";
import { nameParty } from "./party.ts";
import { type Piece, text } from "./piece.ts";

/** What was approved or revoked; of several, the first approved one, and how many more there are. */
export function approvalSentence(scene: Scene): Piece[] {
  const { token_approve: all } = scene.item;
  const first = all.find(({ value }) => value > 0) ?? all[0];
  if (first === undefined) return [];
  const rest = all.length - 1;
  const more = rest === 0 ? [] : [text(`, and ${rest} more ${rest === 1 ? "permission" : "permissions"}`)];
  return [...one(scene, first), ...more];
}

function one(scene: Scene, { value, spender, token_id }: Approve): Piece[] {
  const { item, dictionaries } = scene;
  const asset = findAsset(dictionaries.token_dict, item.chain, token_id);
  const party = nameParty(scene, spender);
  const thing: Piece[] = [...(asset.kind === "collection" ? [text("all ")] : []), { kind: "asset", asset }];
  const isWhole = asset.kind === "nft" || asset.kind === "collection";
  const action = isWhole ? "move" : "spend";
  if (value === 0) return [text("No longer lets "), party, text(` ${action} `), ...thing];
  if (isWhole) return [text("Allowed "), party, text(" to move "), ...thing];
  const amount = isUnlimited(value) ? "unlimited" : value;
  return [text("Approved "), party, text(" to spend "), { kind: "amount", asset, amount }];
}
