import type { SearchHit } from "../../facts.ts";

export interface Ranked {
  /** 0: called exactly so, 1: begins so, 2: has it somewhere. */
  readonly rank: number;
  readonly hit: SearchHit;
}

/** Letters and digits of any alphabet, in lower case. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** How well one of the names matches a text. */
export function rankOf(names: readonly (string | null)[], text: string): number {
  const wanted = fold(text);
  const folded = names.map((name) => fold(name ?? ""));
  if (folded.includes(wanted)) return 0;
  return folded.some((name) => name.startsWith(wanted)) ? 1 : 2;
}
