const NO_DIGIT = /[^0-9a-f]/i;

/** Whether it is what nodes write for bytes: 0x and an even number of digits. It may have megabytes. */
export const isBytes = (text: unknown): text is `0x${string}` =>
  typeof text === "string" && text.startsWith("0x") && text.length % 2 === 0 && !NO_DIGIT.test(text.slice(2));
