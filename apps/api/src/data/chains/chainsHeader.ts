import type { LedgerStatus } from "@portico/store";
import type { ChainSurvey, SyncedChain } from "./chainSurvey.ts";

/** Missing positions of a chain in a response. */
export interface PositionLack {
  /** Slug. */
  readonly chain: string;
  /** The oldest block of the positions, if it differs from the chain's; otherwise undefined. */
  readonly positionsBlock: bigint | undefined;
  /** Whether they are being refreshed, so that a later response has newer ones. */
  readonly isRefreshing: boolean;
  /** Protocols that are missing from the figures, or outdated in them. */
  readonly missing: readonly string[];
}

/**
 * The response header Portico-Chains (RFC 9651): status and block of each requested chain. Built here,
 * because slugs are tokens and the rest is integers and names: for 72 chains a library takes longer than everything
 * else.
 * @param lacks - Of chains with positions.
 */
export function chainsHeader(
  { synced, syncing, unread, unserved }: Partial<ChainSurvey>,
  lacks: readonly PositionLack[] = [],
): { "Portico-Chains": string } {
  const items: string[] = [];
  for (const one of synced ?? []) {
    const { chain, blockNumber, timeAt, isScanning, ledger } = one;
    const scan = isScanning === true ? ";scanning" : "";
    const lack = lacks.find((some) => some.chain === chain.slug);
    items.push(
      `${chain.slug};block=${blockNumber};time=${timeAt}${sinceText(one)}${scan}${ledgerText(ledger)}${lackText(lack)}`,
    );
  }
  for (const { slug } of syncing ?? []) items.push(`${slug};syncing`);
  for (const { slug } of unread ?? []) items.push(`${slug};unread`);
  for (const { slug } of unserved ?? []) items.push(`${slug};unserved`);
  return { "Portico-Chains": items.join(", ") };
}

/** Of the owner's history, if it is collected apart from the index; otherwise of the index. */
function sinceText({ since, history }: Pick<SyncedChain, "history" | "since">): string {
  if (history === undefined) return since > 0n ? `;since=${since}` : "";
  const { state, logsFrom, reason } = history;
  if (state === "collecting") return `;since=${since};history=partial;collecting`;
  const why = reason === undefined ? "" : `;reason="${escapeString(reason)}"`;
  return `;since=${state === "tokens" ? logsFrom : since};history=${state}${why}`;
}

/** A string of RFC 9651 has printable ASCII characters only. */
const escapeString = (text: string): string => text.replaceAll(/[^ -~]/g, "?").replaceAll(/["\\]/g, String.raw`\$&`);

/** Addresses and numbers need no escaping in a string. */
function ledgerText(ledger: LedgerStatus | undefined): string {
  if (ledger === undefined) return "";
  const { openCount, open } = ledger;
  if (openCount === 0) return ";ledger=closed";
  const ranges = open.map(({ token, fromBlock, toBlock }) => `${token}:${fromBlock + 1n}-${toBlock}`);
  return `;ledger=open;pairs=${openCount};open="${ranges.join(" ")}"`;
}

/** Protocol ids need no escaping in a string. */
function lackText(lack: PositionLack | undefined): string {
  if (lack === undefined) return "";
  const { positionsBlock, isRefreshing, missing } = lack;
  const block = positionsBlock === undefined ? "" : `;positions=${positionsBlock}`;
  const text = missing.length === 0 ? "" : `;missing="${missing.join(" ")}"`;
  return `${block}${isRefreshing ? ";refreshing" : ""}${text}`;
}
