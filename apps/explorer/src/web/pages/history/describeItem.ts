import type { HistoryItem } from "@portico/client";
import { approvalSentence } from "./approvalSentence.ts";
import { type Flow, type Flows, grossFlows, netFlows } from "./flows.ts";
import { type Piece, text } from "./piece.ts";
import type { Dictionaries, Reader, Scene } from "./scene.ts";
import { describeCall, describeMessage } from "./describeCall.ts";
import { describeAction, findActionShape } from "./describeAction.ts";
import { describeFailure } from "./describeFailure.ts";
import { t } from "../../languages/t.ts";
import { sentence } from "./sentence.ts";

/** One entry of a history: a sentence and its data. */
export interface Story {
  readonly pieces: readonly Piece[];
  readonly isFailed: boolean;
  readonly flows: Pick<Flows, "in" | "out">;
}

/** Describes a transaction in a sentence, from the data in the response. */
export function describeItem(item: HistoryItem, dictionaries: Dictionaries, reader: Reader): Story {
  const net = netFlows(item, dictionaries.token_dict);
  const isNothing = net.in.length === 0 && net.out.length === 0;
  const moved: Flows = isNothing ? { ...net, ...grossFlows(item, dictionaries.token_dict) } : net;
  const action = findActionShape(item.category);
  const flows =
    action?.hasReceipt === true && action.first !== undefined ? withoutReceipts(moved, action.first) : moved;
  const scene: Scene = { item, flows, dictionaries, ...reader };
  const isFailed = item.tx.status === 0;
  const told = isFailed ? describeFailure(scene) : describeScene(scene);
  const pieces = item.has_more_moves === true ? sentence("history.andMore", { sentence: told }) : told;
  return { pieces, isFailed, flows };
}

/** Omits receipt tokens, unless nothing else moved. */
function withoutReceipts(flows: Flows, first: "in" | "out"): Flows {
  const isThing = ({ asset }: Flow) => !asset.isDerived;
  const things = { in: flows.in.filter(isThing), out: flows.out.filter(isThing) };
  return { ...flows, ...things, [first]: things[first].length > 0 ? things[first] : flows[first] };
}

function describeScene(scene: Scene): Piece[] {
  const { item, flows } = scene;
  const { category = "", message = null, token_approve: approvals } = item;
  if ((category === "approve" || category === "revoke") && approvals.length > 0) return approvalSentence(scene);
  if (category === "cancel") return [text(t("history.cancelled"))];
  if (category === "deploy") return [text(t("history.deployed"))];
  if (message !== null && flows.in.length + flows.out.length === 0) return describeMessage(scene);
  return describeAction(scene) ?? describeCall(scene);
}
