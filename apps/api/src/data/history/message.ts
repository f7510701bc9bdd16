import type { Hex } from "@portico/evm";

/** Control and private characters, odd ends of lines, and what has no meaning; a joiner makes emoji, and lines may end. */
const UNPRINTABLE = /(?![\n\t\u200D])[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The text that calldata is, when all of it is printable UTF-8.
 * @param isCut - Whether `input` is only the beginning: a character that is cut at the end is left out.
 */
export function readMessage(input: Hex, isCut: boolean): string | undefined {
  const bytes = Buffer.from(input.slice(2), "hex");
  const text = decode(bytes, isCut)?.replaceAll("\r\n", "\n");
  return text === undefined || text.trim() === "" || UNPRINTABLE.test(text) ? undefined : text;
}

function decode(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
