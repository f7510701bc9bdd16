import type { Approve } from "@portico/client";
import { isUnlimited } from "../../parts/isUnlimited.ts";
import { findAsset } from "./asset.ts";
import type { Scene } from "./scene.ts";
import { nameParty } from "./party.ts";
import type { Piece } from "./piece.ts";
import { sentence } from "./sentence.ts";

/** What was approved or revoked; of several, the first approved one, and how many more there are. */
export function approvalSentence(scene: Scene): Piece[] {
  const { token_approve: all } = scene.item;
  const first = all.find(({ value }) => value > 0) ?? all[0];
  if (first === undefined) return [];
  return describe(scene, first, all.length - 1);
}

function describe(scene: Scene, { value, spender, token_id }: Approve, more: number): Piece[] {
  const { item, dictionaries } = scene;
  const asset = findAsset(dictionaries.token_dict, item.chain, token_id);
  const whole = {
    party: [nameParty(scene, spender)],
    thing: [{ kind: "asset", asset } as const],
    isAll: asset.kind === "collection" ? "yes" : "no",
    more,
  };
  const isWhole = asset.kind === "nft" || asset.kind === "collection";
  if (value === 0) return sentence(isWhole ? "history.noLongerMoves" : "history.noLongerSpends", whole);
  if (isWhole) return sentence("history.allowed", whole);
  const amount = isUnlimited(value) ? "unlimited" : value;
  return sentence("history.approved", { ...whole, thing: [{ kind: "amount", asset, amount }] });
}
