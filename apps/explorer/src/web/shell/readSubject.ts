/** What the user wants to open. */
export type Subject =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "name"; readonly name: string }
  /** What is wrong, and what to do. */
  | { readonly kind: "unclear"; readonly problem: string };

const MAX = 255;

/** Parses the user's input or the path: an address in any case, or an ENS name. */
export function readSubject(text: string): Subject {
  const typed = text.trim();
  if (/^0x[0-9a-f]{40}$/i.test(typed)) return { kind: "address", address: typed.toLowerCase() };
  if (/^[0-9a-f]{40}$/i.test(typed)) return { kind: "address", address: `0x${typed.toLowerCase()}` };
  const isName = /^[^\s/\\?#]+\.[^\s/\\?#.]+$/u.test(typed) && typed.length <= MAX && !typed.includes("..");
  return isName ? { kind: "name", name: typed.toLowerCase() } : { kind: "unclear", problem: explain(typed) };
}

function explain(typed: string): string {
  if (typed === "")
    return "Enter an address (0x and 40 digits), an ENS name, such as name.eth, or the name of a token.";
  if (/^0x[0-9a-f]{64}$/i.test(typed)) return "No transaction with this hash is stored here.";
  const hex = /^0x(.*)$/is.exec(typed)?.[1];
  if (hex === undefined) return "This is neither an address (0x and 40 digits) nor an ENS name, such as name.eth.";
  const invalid = /[^0-9a-f]/iu.exec(hex)?.[0];
  if (invalid !== undefined) return `An address has only the digits 0 to 9 and a to f after 0x; this has “${invalid}”.`;
  return `An address has 40 digits after 0x; this has ${hex.length}.`;
}
