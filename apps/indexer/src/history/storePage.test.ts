import fc from "fast-check";
import { expect, test } from "vitest";
import type { FoundPage, OwnedTransaction } from "./historyWork.ts";
import { cutPage } from "./storePage.ts";

const owner = `0x${"1".repeat(40)}` as const;
const found = fc.array(fc.bigInt({ min: 10n, max: 40n }), { maxLength: 60 }).map((blocks) =>
  blocks.map((blockNumber, index): OwnedTransaction => ({
    owner,
    blockNumber,
    hash: `0x${index.toString(16).padStart(64, "0")}`,
  })),
);

test("a page is cut between blocks, newest first, and its chunks follow each other down to its first block", () => {
  fc.assert(
    fc.property(found, fc.integer({ min: 1, max: 20 }), (transactions, size) => {
      const page: FoundPage = { pass: "calls", owners: [owner], toBlock: 45n, fromBlock: 5n, found: transactions };
      const chunks = cutPage(page, size);
      let next = page.toBlock;
      for (const chunk of chunks) {
        expect([chunk.toBlock, chunk.fromBlock <= chunk.toBlock]).toEqual([next, true]);
        const isWithin = ({ blockNumber }: OwnedTransaction): boolean =>
          blockNumber >= chunk.fromBlock && blockNumber <= chunk.toBlock;
        expect(new Set(chunk.found)).toEqual(new Set(transactions.filter(isWithin)));
        const others = chunk.found.filter(({ blockNumber }) => blockNumber !== chunk.fromBlock);
        expect(others.length).toBeLessThan(size);
        next = chunk.fromBlock - 1n;
      }
      expect(next).toBe(page.fromBlock - 1n);
    }),
  );
});
