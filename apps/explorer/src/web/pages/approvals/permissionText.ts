import { perLocale } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import type { Permission } from "./permission.ts";

/** The extent of a permission: "unlimited", "up to 100", "this NFT", "all 3 NFTs". */
export function formatLimit({ kind, value, balance }: Permission): string {
  if (kind === "nft") return "this NFT";
  if (kind === "collection")
    return balance > 0 ? `all of them, ${formatAmountText(balance)} now` : "all of them, none now";
  return value === "unlimited" ? "unlimited" : `up to ${formatAmountText(value)}`;
}

/** "USDC", "Ape #1", "all Apes": the object of a sentence. */
export const describeToken = ({ kind, name }: Permission): string => (kind === "collection" ? `all ${name}` : name);

const SHOWN = 3;

/** "USDC, DAI and 2 more" */
export function permissionList(permissions: readonly Permission[]): string {
  const isLong = permissions.length > SHOWN;
  const words = permissions.slice(0, isLong ? SHOWN - 1 : SHOWN).map(describeToken);
  return LIST().format(isLong ? [...words, `${permissions.length - words.length} more`] : words);
}

const LIST = perLocale((locale) => new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" }));
