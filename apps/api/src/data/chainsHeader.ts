import type { ChainSurvey } from "./chainSurvey.ts";

/**
 * The response header Portico-Chains (RFC 9651): how far the answer is true, per chain that was asked. Put together here,
 * since slugs are tokens and the rest is integers and names: a library takes longer for 72 chains than everything else.
 */
export function chainsHeader({ synced, syncing, unread, unserved }: Partial<ChainSurvey>): {
  "Portico-Chains": string;
} {
  const items: string[] = [];
  for (const { chain, blockNumber, timeAt, since } of synced ?? []) {
    items.push(`${chain.id};block=${blockNumber};time=${timeAt}${since > 0n ? `;since=${since}` : ""}`);
  }
  for (const { id } of syncing ?? []) items.push(`${id};syncing`);
  for (const { id } of unread ?? []) items.push(`${id};unread`);
  for (const { id } of unserved ?? []) items.push(`${id};unserved`);
  return { "Portico-Chains": items.join(", ") };
}
