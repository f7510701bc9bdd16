import { functionName } from "./functionName.ts";
import { nameParties } from "./party.ts";
import { type Piece, text } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";
import { amounts, describeTransfer } from "./describeAction.ts";

/** A call without a category: who called which function, and what it moved. */
export function describeCall(scene: Scene): Piece[] {
  const { item, flows, owner } = scene;
  const { in: got, out: given } = flows;
  const isOwn = item.tx.from_addr === owner;
  if (!isOwn && got.length > 0 && given.length === 0) return describeTransfer(scene, "in");
  if (!isOwn && given.length > 0 && got.length === 0) return describeTransfer(scene, "out");
  const moved = [
    ...(given.length === 0 ? [] : [text("giving "), ...amounts(given)]),
    ...(given.length > 0 && got.length > 0 ? [text(" and ")] : []),
    ...(got.length === 0 ? [] : [text("getting "), ...amounts(got)]),
  ];
  return [...call(scene, isOwn), ...(moved.length === 0 ? [] : [text(", "), ...moved])];
}

function call(scene: Scene, isOwn: boolean): Piece[] {
  const name = functionName(scene.item.tx.name);
  if (!isOwn) return [text("Another account called "), name ?? text("a contract"), ...describeLocation(scene, "on")];
  if (name !== undefined) return [text("Called "), name, ...describeLocation(scene, "on")];
  const at = describeLocation(scene, "");
  return at.length === 0 ? [text("Called a contract")] : [text("Called"), ...at];
}

export function describeMessage(scene: Scene): Piece[] {
  const { item, owner } = scene;
  const isOwn = item.tx.from_addr === owner;
  const other = isOwn ? item.tx.to_addr : item.tx.from_addr;
  return [text(isOwn ? "Wrote a message" : "Got a message"), ...nameParties(scene, [other], isOwn ? "to" : "from")];
}
