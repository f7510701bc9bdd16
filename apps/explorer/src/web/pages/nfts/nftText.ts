import type { Attribute, UserNft } from "@portico/contract";

const LONGEST_ID = 12;
const LONGEST_VALUE = 200;

/** An NFT's name; without one its number, shortened if it is a hash. */
export const nftTitle = ({ name, inner_id: id }: Pick<UserNft, "name" | "inner_id">): string =>
  name.trim() === "" ? shortNumber(id) : name;

/** "#8520", "#115792…639935" */
export const shortNumber = (id: string): string =>
  id.length > LONGEST_ID ? `#${id.slice(0, 6)}…${id.slice(-6)}` : `#${id}`;

/** An attribute's value, any JSON, as text. */
export function formatAttribute({ value }: Pick<Attribute, "value">): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
