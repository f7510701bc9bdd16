import type { Plugin } from "rolldown";

/** A character, and the backslashes before it. */
const NOT_ASCII = /(\\*)([^\0-\x7F])/g;

/**
 * Writes scripts in ASCII: with a single other character V8 keeps the text of a whole script in two bytes per character.
 * Lines stay as they are, so source maps name the right ones.
 */
export const asciiScripts: Plugin = {
  name: "ascii-scripts",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = toAscii(chunk.code);
  },
};

/** The same script: in texts, regular expressions and names an escape means its character, and comments say nothing. */
export const toAscii = (code: string): string =>
  code.replaceAll(NOT_ASCII, (_found, slashes: string, character: string) => {
    const isEscaped = slashes.length % 2 === 1; // the same without
    return `${isEscaped ? slashes.slice(1) : slashes}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
