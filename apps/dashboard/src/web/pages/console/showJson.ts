/**
 * Text of a response to read: JSON is indented without being parsed, so that its digits stay as they are, and characters
 * that are invisible, or change the direction of others, are shown as their escapes.
 */
export function showJson(text: string): string {
  return (isJson(text) ? indent(text) : text).replaceAll(UNSEEN, toEscape);
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const toEscape = (character: string): string =>
  character === "\n"
    ? character
    : [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join("");

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Strings as a whole, and everything between them sign by sign. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

function indent(json: string): string {
  let depth = 0;
  let result = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === "{" || token === "[") {
      depth++;
      result += token + line();
    } else if (token === "}" || token === "]") {
      depth--;
      result = /[[{]\s*$/.test(result.slice(-200)) ? result.trimEnd() + token : result + line() + token;
    } else result += token === "," ? token + line() : token === ":" ? ": " : token;
  }
  return result;
}
