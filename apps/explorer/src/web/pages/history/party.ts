import { plainText } from "@portico/ui/browser";
import type { Scene } from "./scene.ts";
import type { Piece } from "./piece.ts";

const NOBODY = `0x${"0".repeat(40)}`;
const KNOWN: Readonly<Record<string, string>> = { "0x000000000022d473030f116ddee9f6b43ac78ba3": "Permit2" };

/**
 * An address with a name that is certainly its own: an exchange's, a spender's, or that of the protocol whose contract
 * was called.
 * The item's protocol is that of the called contract: in a transfer or an approval it is the token's, not the
 * counterparty's.
 */
export function nameParty({ item, dictionaries, names }: Scene, address: string): Piece {
  const { cex_dict: exchanges = {}, project_dict: projects } = dictionaries;
  const exchange = [address, address === item.other_addr ? (item.cex_id ?? "") : ""]
    .map((key) => (Object.hasOwn(exchanges, key) ? exchanges[key] : undefined))
    .find((one) => one !== undefined);
  const isProject = address === item.tx.to_addr && Object.hasOwn(projects, item.project_id);
  const known = names.get(`${item.chain} ${address}`) ?? KNOWN[address];
  const name = exchange?.name ?? known ?? (isProject ? projects[item.project_id]?.name : undefined) ?? "";
  return { kind: "party", address, name: plainText(name) };
}

/** Who took part, as parameters of a message: nobody who is known, one, several, or the owner itself. */
export interface Parties {
  readonly parties: "none" | "one" | "many" | "self";
  readonly party: Piece[];
  readonly count: number;
}

export function nameParties(scene: Scene, addresses: readonly string[]): Parties {
  const others = addresses.filter((address) => address !== "" && address !== NOBODY);
  const [only] = others;
  const count = others.length;
  if (only === undefined) return { parties: "none", party: [], count };
  if (count > 1) return { parties: "many", party: [], count };
  return only === scene.owner
    ? { parties: "self", party: [], count }
    : { parties: "one", party: [nameParty(scene, only)], count };
}
