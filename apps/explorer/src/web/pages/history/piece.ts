import { shortAddress } from "@portico/client";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { perLocale } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";
import type { Asset } from "./asset.ts";
import type { Flow } from "./flows.ts";

/** A part of a sentence. Only `text` is ours; all other kinds carry untrusted text. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "asset"; readonly asset: Asset }
  | { readonly kind: "amount"; readonly asset: Asset; readonly amount: number | "unlimited" }
  | { readonly kind: "party"; readonly address: string; readonly name: string };

export const text = (words: string): Piece => ({ kind: "text", text: words });

/** A function's or a protocol's name. */
export const word = (name: string): Piece => ({ kind: "name", text: name });

export const amount = ({ asset, amount: value }: Flow): Piece =>
  asset.kind === "nft" && value === 1 ? { kind: "asset", asset } : { kind: "amount", asset, amount: value };

const SHOWN = 3;

/** British English, which has no comma before "and". */
const LIST = perLocale((locale) => new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" }));

/** "A", "A and B", "A, B and C", "A, B and 4 more" */
export function listOf(pieces: readonly Piece[]): Piece[] {
  const isLong = pieces.length > SHOWN;
  const shown = isLong ? pieces.slice(0, SHOWN - 1) : pieces;
  const all = isLong ? [...shown, text(t("history.moreThings", { count: pieces.length - shown.length }))] : shown;
  return LIST()
    .formatToParts(all.map((_, index) => String(index)))
    .map(({ type, value }) => (type === "element" ? (all[Number(value)] ?? text("")) : text(value)));
}

/** The sentence as plain text, for screen readers. */
export const sentenceText = (pieces: readonly Piece[]): string => pieces.map(pieceText).join("");

export function pieceText(piece: Piece): string {
  switch (piece.kind) {
    case "text":
    case "name":
      return piece.text;
    case "asset":
      return piece.asset.name;
    case "amount":
      return piece.amount === "unlimited"
        ? t("history.unlimited", { asset: piece.asset.name })
        : `${formatAmountText(piece.amount)} ${piece.asset.name}`;
    case "party":
    default:
      return piece.name || shortAddress(piece.address);
  }
}
