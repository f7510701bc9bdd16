import { invalidParams } from "../problem/errors.ts";

/** How deep the values of a body may be nested. */
const MAX_DEPTH = 32;
/** How many values a body may have in all: twice as many as the longest list of the contract. */
const MAX_VALUES = 20_000;

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 93, 92, 123, 125];

/**
 * Refuses JSON text of more values, or of deeper ones, than any request has, in a fraction of the time that parsing it takes.
 * @throws ServiceError invalid_params; never for what is no JSON, which is the parser's to say.
 */
export function assertFewValues(text: string): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) throw invalidParams({ body: `is nested deeper than ${MAX_DEPTH}` });
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    if (values > MAX_VALUES) throw invalidParams({ body: `must have at most ${MAX_VALUES} values` });
  }
}

/** The position of the quotation mark that ends a string; the text's end when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
