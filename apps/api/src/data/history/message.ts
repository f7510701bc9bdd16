import type { Hex } from "@portico/evm";

/**
 * Control and private-use characters, unusual line separators, and unassigned code points; joiners in emoji and line
 * breaks are allowed.
 */
const UNPRINTABLE = /(?![\n\t\u200D])[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * The text of calldata that is entirely printable UTF-8.
 * @param isCut - Whether `input` is truncated: a character cut at the end is dropped.
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
