import { readFileSync } from "node:fs";
import { chains } from "@portico/evm";
import { expect, test } from "vitest";

interface Row {
  address: string;
  name?: string;
  symbol?: string;
  decimals?: number;
  logoUrl?: string;
  lists: number[];
}
const table = JSON.parse(readFileSync(new URL("tokenTable.json", import.meta.url), "utf8")) as {
  lists: { source: string; licence: string }[];
  tokens: Record<string, Row[]>;
};

test("every list of the table has a permissive licence and a version", () => {
  expect(table.lists.length).toBeGreaterThan(3);
  for (const { source, licence } of table.lists) {
    expect(source).toMatch(/^(@[a-z-]+\/)?[a-z-]+ \d+\.\d+\.\d+$/);
    expect(licence).toMatch(/^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/);
  }
});

test("every row is well formed, on a chain of ours, and in the order of addresses", () => {
  const slugs = new Set(chains.map(({ slug }) => slug));
  const malformed = Object.entries(table.tokens).flatMap(([chain, rows]) =>
    rows.filter(
      (row, at) =>
        !slugs.has(chain) ||
        !/^0x[0-9a-f]{40}$/.test(row.address) ||
        (at > 0 && rows[at - 1]!.address >= row.address) ||
        row.lists.length === 0 ||
        row.lists.some((list) => table.lists[list] === undefined) ||
        [row.name, row.symbol].some((text) => text !== undefined && (text.trim() !== text || text === "")) ||
        !(row.logoUrl ?? "https://").startsWith("https://"),
    ),
  );
  expect(malformed).toEqual([]);
});
