/**
 * Whether a text is bytes in hex, "0x" alone included, however long it is. It looks for a digit that isn't one: a pattern of the
 * whole text would keep a way back at each digit, which from some megabytes on is more than V8's stack.
 */
export const isHexData = (text: string): boolean => /^0x/i.test(text) && !/[^0-9a-f]/i.test(text.slice(2));
