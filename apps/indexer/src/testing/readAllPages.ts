import type { Address } from "@portico/evm";
import { expect } from "vitest";
import type { CallSource, FoundTransaction } from "../history/callSource.ts";

/**
 * Reads an owner's pages down to block 0, and expects that they are within their blocks, and make progress.
 * @param all - If given, each page is expected to have exactly these of its blocks.
 */
export async function readAllPages(
  source: CallSource,
  owner: Address,
  toBlock: bigint,
  all?: readonly FoundTransaction[],
): Promise<FoundTransaction[]> {
  const { signal } = new AbortController();
  const found: FoundTransaction[] = [];
  for (let last = toBlock; last >= 0n;) {
    const { fromBlock, transactions } = await source.findPage(owner, last, signal);
    expect(fromBlock >= 0n && fromBlock <= last).toBe(true);
    const isWithin = ({ blockNumber }: FoundTransaction): boolean => blockNumber >= fromBlock && blockNumber <= last;
    expect(transactions.every(isWithin)).toBe(true);
    if (all !== undefined) expect(listSorted(transactions)).toEqual(listSorted(all.filter(isWithin)));
    found.push(...transactions);
    last = fromBlock - 1n;
  }
  return found;
}

export const describeFound = ({ hash, blockNumber }: FoundTransaction): string => `${blockNumber} ${hash}`;

const listSorted = (transactions: readonly FoundTransaction[]): string[] => transactions.map(describeFound).toSorted();

/** The transactions of readAllPages, as sorted texts. */
export const listAllPages = async (source: CallSource, owner: Address, toBlock: bigint): Promise<string[]> =>
  listSorted(await readAllPages(source, owner, toBlock));
