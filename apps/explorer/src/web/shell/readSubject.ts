import { t } from "../languages/t.ts";

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
  if (typed === "") return t("shell.enterAddress");
  if (/^0x[0-9a-f]{64}$/i.test(typed)) return t("shell.noTransaction");
  const hex = /^0x(.*)$/is.exec(typed)?.[1];
  if (hex === undefined) return t("shell.neither");
  const invalid = /[^0-9a-f]/iu.exec(hex)?.[0];
  if (invalid !== undefined) return t("shell.wrongDigit", { digit: invalid });
  return t("shell.wrongLength", { count: hex.length });
}
