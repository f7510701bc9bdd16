import { plainText } from "@portico/ui/browser";
import { type Piece, text, word } from "./piece.ts";

/** What the answers have where no signature of a function is known. */
const SELECTOR = /^0x[0-9a-f]{8}$/i;

/** What a call is told by; undefined where it was of no function. The selector of one without a name is among the details. */
export function functionName(name: string): Piece | undefined {
  const plain = plainText(name);
  if (plain === "") return undefined;
  return SELECTOR.test(plain) ? text("a function of unknown name") : word(plain);
}
