import { plainText } from "@portico/ui/browser";
import { type Piece, text, word } from "./piece.ts";
import { t } from "../../languages/t.ts";

/** The responses have this if a function's signature is unknown. */
const SELECTOR = /^0x[0-9a-f]{8}$/i;

/**
 * A call's function name; undefined if it called no function. The selector of an unnamed function is among the details.
 */
export function functionName(name: string): Piece | undefined {
  const plain = plainText(name);
  if (plain === "") return undefined;
  return SELECTOR.test(plain) ? text(t("history.unknownFunction")) : word(plain);
}
