import { perLocale } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import type { Permission } from "./permission.ts";
import { t } from "../../languages/t.ts";

/** The extent of a permission: "unlimited", "up to 100", "this NFT", "all 3 NFTs". */
export function formatLimit({ kind, value, balance }: Permission): string {
  if (kind === "nft") return t("approvals.thisNft");
  if (kind === "collection")
    return balance > 0 ? t("approvals.allNow", { amount: formatAmountText(balance) }) : t("approvals.allNoneNow");
  return value === "unlimited" ? t("approvals.unlimited") : t("approvals.upTo", { amount: formatAmountText(value) });
}

/** "USDC", "Ape #1", "all Apes": the object of a sentence. */
export const describeToken = ({ kind, name }: Permission): string =>
  kind === "collection" ? t("approvals.allOf", { name }) : name;

const SHOWN = 3;

/** "USDC, DAI and 2 more" */
export function permissionList(permissions: readonly Permission[]): string {
  const isLong = permissions.length > SHOWN;
  const words = permissions.slice(0, isLong ? SHOWN - 1 : SHOWN).map(describeToken);
  return LIST().format(isLong ? [...words, t("approvals.more", { count: permissions.length - words.length })] : words);
}

const LIST = perLocale((locale) => new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" }));
