import type { Protocol } from "@portico/client";

/** Letters and digits of any alphabet, in lower case: spaces and punctuation don't matter. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The protocols whose name or id contains the text: those with that name first, then those whose name begins with it,
 * each the largest first. All of them, in the given order, for an empty text.
 */
export function findProtocols(protocols: readonly Protocol[], text: string): readonly Protocol[] {
  const wanted = fold(text);
  if (wanted === "") return protocols;
  const found = protocols.flatMap((protocol) => {
    const name = fold(protocol.name);
    if (name === wanted) return [{ protocol, rank: 0 }];
    if (name.startsWith(wanted)) return [{ protocol, rank: 1 }];
    return name.includes(wanted) || fold(protocol.id).includes(wanted) ? [{ protocol, rank: 2 }] : [];
  });
  return found.toSorted((a, b) => a.rank - b.rank || b.protocol.tvl - a.protocol.tvl).map(({ protocol }) => protocol);
}
