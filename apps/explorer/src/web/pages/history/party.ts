import { plainText } from "@portico/ui/browser";
import type { Scene } from "./scene.ts";
import { type Piece, text } from "./piece.ts";

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

/** "to 0x1234…cdef", "from 3 addresses", "to itself"; empty if no address is known. */
export function nameParties(scene: Scene, addresses: readonly string[], link: string): Piece[] {
  const others = addresses.filter((address) => address !== "" && address !== NOBODY);
  const [only] = others;
  if (only === undefined) return [];
  if (others.length > 1) return [text(` ${link} ${others.length} addresses`)];
  if (only === scene.owner) return [text(` ${link} itself`)];
  return [text(` ${link} `), nameParty(scene, only)];
}
