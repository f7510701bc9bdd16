import type { FunctionSignature } from "@portico/store";
import { readSignature } from "@portico/transactions";

export interface LineReading {
  found: FunctionSignature[];
  /** Why the line is rejected. */
  refusal?: string;
}

/** A selector before the signature, as exports have it, with or without quotes. */
const withSelector = /^"?(0x[0-9a-f]{8})"?\s*[,;:\t ]\s*(.+)$/i;

/**
 * A line of a list: a signature, or several separated by semicolons, optionally preceded by the selector. Empty lines
 * and comments (#) yield no signatures.
 */
export function readLine(line: string): LineReading {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return { found: [] };
  const [, selector, rest = text] = withSelector.exec(text) ?? [];
  return readSignatures(rest, selector?.toLowerCase());
}

export function readSignatures(text: string, selector?: string): LineReading {
  const found: FunctionSignature[] = [];
  for (const part of text.split(";")) {
    const written = part.trim().replace(/^"(.*)"$/, "$1");
    if (written === "") continue;
    const one = readSignature(written);
    if (one === undefined) return { found: [], refusal: `not a function signature: ${shorten(written)}` };
    if (selector !== undefined && one.selector !== selector) {
      return { found: [], refusal: `${shorten(written)} has the selector ${one.selector}, not ${selector}` };
    }
    found.push(one);
  }
  return { found };
}

const shorten = (text: string): string => {
  const plain = text.replaceAll(/\p{C}/gu, "?");
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain;
};
