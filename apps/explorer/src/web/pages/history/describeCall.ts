import { t } from "../../languages/t.ts";
import { functionName } from "./functionName.ts";
import { nameParties } from "./party.ts";
import { type Piece, text } from "./piece.ts";
import { describeLocation } from "./describeLocation.ts";
import type { Scene } from "./scene.ts";
import { amounts, describeTransfer } from "./describeAction.ts";
import { sentence } from "./sentence.ts";

/** A call without a category: who called which function, and what it moved. */
export function describeCall(scene: Scene): Piece[] {
  const { item, flows, owner } = scene;
  const { in: got, out: given } = flows;
  const isOwn = item.tx.from_addr === owner;
  if (!isOwn && got.length > 0 && given.length === 0) return describeTransfer(scene, "in");
  if (!isOwn && given.length > 0 && got.length === 0) return describeTransfer(scene, "out");
  const name = functionName(item.tx.name);
  const params = {
    ...describeLocation(scene),
    given: amounts(given),
    got: amounts(got),
    moved: given.length > 0 && got.length > 0 ? "both" : given.length > 0 ? "given" : got.length > 0 ? "got" : "none",
  };
  if (!isOwn) return sentence("history.otherCalled", { ...params, name: [name ?? text(t("history.aContract"))] });
  return name === undefined
    ? sentence("history.calledContract", params)
    : sentence("history.called", { ...params, name: [name] });
}

export function describeMessage(scene: Scene): Piece[] {
  const { item, owner } = scene;
  const isOwn = item.tx.from_addr === owner;
  const other = isOwn ? item.tx.to_addr : item.tx.from_addr;
  return sentence(isOwn ? "history.wrote" : "history.gotMessage", nameParties(scene, [other]));
}
