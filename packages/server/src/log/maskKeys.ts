/** An access key is base64url text, in which "-" is as likely as any other character. */
const KEY = /pk(?:_|%5f)(?:[\w-]|%[\da-f]{2})+/gi;

/** Masks access keys in a path, also percent-encoded ones. */
export const maskKeys = (path: string): string => path.replaceAll(KEY, "pk_…");
