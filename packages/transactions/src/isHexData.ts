/**
 * Whether a text is hex data of any length, including "0x". It searches for an invalid digit: matching the whole text
 * with a
 * pattern would keep a backtracking state per digit, which overflows V8's stack from some megabytes on.
 */
export const isHexData = (text: string): boolean => /^0x/i.test(text) && !/[^0-9a-f]/i.test(text.slice(2));
