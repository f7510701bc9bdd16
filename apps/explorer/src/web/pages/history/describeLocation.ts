import { plainText } from "@portico/ui/browser";
import { nameParty } from "./party.ts";
import { type Piece, word } from "./piece.ts";
import type { Scene } from "./scene.ts";

/** Where it was, as parameters of a message. */
export interface Location {
  readonly place: Piece[];
  readonly hasPlace: "yes" | "no";
}

/** The protocol, otherwise the counterparty; none if neither is known. */
export function describeLocation(scene: Scene): Location {
  const { item, dictionaries, owner } = scene;
  const { project_id: project, other_addr: other = "" } = item;
  const known = Object.hasOwn(dictionaries.project_dict, project) ? dictionaries.project_dict[project] : undefined;
  if (known !== undefined) return { place: [word(plainText(known.name))], hasPlace: "yes" };
  return other === "" || other === owner ? NOWHERE : { place: [nameParty(scene, other)], hasPlace: "yes" };
}

export const NOWHERE: Location = { place: [], hasPlace: "no" };
