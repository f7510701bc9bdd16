import { plainText } from "@portico/ui/browser";
import { nameParty } from "./party.ts";
import { type Piece, text, word } from "./piece.ts";
import type { Scene } from "./scene.ts";

/** The protocol, otherwise the counterparty; empty if neither is known. @param at - The preposition before it. */
export function describeLocation(scene: Scene, at: string): Piece[] {
  const { item, dictionaries, owner } = scene;
  const { project_id: project, other_addr: other = "" } = item;
  const link = text(at === "" ? " " : ` ${at} `);
  const known = Object.hasOwn(dictionaries.project_dict, project) ? dictionaries.project_dict[project] : undefined;
  if (known !== undefined) return [link, word(plainText(known.name))];
  return other === "" || other === owner ? [] : [link, nameParty(scene, other)];
}
