const NUMBER = /(?<![\w.])(\d[\d,_]*(?:\.\d+)?)(k?)\b/gi;
const BEFORE = /\b(limit(ed)?|max(imum)?|over|than|up to|exceeds?|most|allowed|only)\b/i;
const AFTER = /^[ -]blocks?[ -](range|limit|max)/i;
const OTHER_UNITS = /^ ?(results|logs|kb|mb|ms|s\b|seconds|requests)/i;
/** Characters before a number in which its meaning is looked for. */
const WINDOW = 28;

/**
 * The limit that a node's message names, below the refused amount: 10 of "up to a 10 block range".
 * @param refused - The refused amount.
 */
export function findNamedLimit(message: string, refused: number): number | undefined {
  for (const { 0: whole, 1: digits = "", 2: thousands = "", index } of message.matchAll(NUMBER)) {
    const value = Number(digits.replaceAll(/[,_]/g, "")) * (thousands === "" ? 1 : 1000);
    const [before, after] = [message.slice(Math.max(0, index - WINDOW), index), message.slice(index + whole.length)];
    const isLimit = (BEFORE.test(before) || AFTER.test(after)) && !OTHER_UNITS.test(after);
    if (isLimit && Number.isSafeInteger(value) && value >= 1 && value < refused) return value;
  }
  return undefined;
}

const RATE = /(\d+)\s*(?:requests?|calls|reqs?)?\s*(?:\/|per|a|each)\s*s(?:ec(?:onds?)?)?\b/i;

/** The rate that a node's message names, calls per second: 50 of "50/second request limit reached". */
export function findNamedRate(message: string): number | undefined {
  const rate = Number(RATE.exec(message)?.[1] ?? 0);
  return rate > 0 ? rate : undefined;
}
