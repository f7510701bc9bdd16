import { shortAddress } from "@portico/client";
import { formatAmountText } from "../../parts/formatAmountText.ts";
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

/** "A", "A and B", "A, B and C", "A, B and 4 more" */
export function listOf(pieces: readonly Piece[]): Piece[] {
  const isLong = pieces.length > SHOWN;
  const shown = isLong ? pieces.slice(0, SHOWN - 1) : pieces;
  const last = shown.length - 1;
  const joined = shown.flatMap((piece, index) => {
    if (index === 0) return [piece];
    return [text(index === last && !isLong ? " and " : ", "), piece];
  });
  return isLong ? [...joined, text(` and ${pieces.length - shown.length} more`)] : joined;
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
      return `${piece.amount === "unlimited" ? "unlimited" : formatAmountText(piece.amount)} ${piece.asset.name}`;
    case "party":
    default:
      return piece.name || shortAddress(piece.address);
  }
}
