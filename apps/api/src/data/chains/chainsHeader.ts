import type { ChainSurvey } from "./chainSurvey.ts";

/** What an answer lacks of the positions on a chain. */
export interface PositionLack {
  /** Slug. */
  readonly chain: string;
  /** The oldest block that figures of positions rest on, when it is not the chain's; undefined when it is. */
  readonly positionsBlock: bigint | undefined;
  /** Whether they are being read again, and the next answer will be fresher. */
  readonly isRefreshing: boolean;
  /** Protocols that should be in the figures and are not, or only as they once were. */
  readonly missing: readonly string[];
}

/**
 * The response header Portico-Chains (RFC 9651): how far the answer is true, per chain that was asked. Put together here,
 * since slugs are tokens and the rest is integers and names: a library takes longer for 72 chains than everything else.
 * @param lacks - Of chains that positions were read on.
 */
export function chainsHeader(
  { synced, syncing, unread, unserved }: Partial<ChainSurvey>,
  lacks: readonly PositionLack[] = [],
): { "Portico-Chains": string } {
  const items: string[] = [];
  for (const { chain, blockNumber, timeAt, since } of synced ?? []) {
    const lack = lacks.find((one) => one.chain === chain.id);
    const from = since > 0n ? `;since=${since}` : "";
    items.push(`${chain.id};block=${blockNumber};time=${timeAt}${from}${lackText(lack)}`);
  }
  for (const { id } of syncing ?? []) items.push(`${id};syncing`);
  for (const { id } of unread ?? []) items.push(`${id};unread`);
  for (const { id } of unserved ?? []) items.push(`${id};unserved`);
  return { "Portico-Chains": items.join(", ") };
}

/** Ids of protocols need no escape within a string. */
function lackText(lack: PositionLack | undefined): string {
  if (lack === undefined) return "";
  const { positionsBlock, isRefreshing, missing } = lack;
  const block = positionsBlock === undefined ? "" : `;positions=${positionsBlock}`;
  const text = missing.length === 0 ? "" : `;missing="${missing.join(" ")}"`;
  return `${block}${isRefreshing ? ";refreshing" : ""}${text}`;
}
